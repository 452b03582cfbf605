# docker build -t fanlens . && docker run -p 8501:8501 -v fanlens:/data fanlens
FROM python:3.12-slim

# What OpenCV loads although the page shows no windows of its own.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libgl1 libglib2.0-0 \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /src
COPY pyproject.toml README.md LICENSE app.py ./
COPY .streamlit .streamlit
COPY models models
COPY scoring scoring
COPY vision vision
RUN pip install --no-cache-dir . && rm -rf /src/*

RUN useradd --create-home fanlens && mkdir /data && chown fanlens /data
USER fanlens
WORKDIR /home/fanlens
ENV FANLENS_DATA=/data
VOLUME /data
EXPOSE 8501
HEALTHCHECK CMD python -c "import urllib.request; urllib.request.urlopen('http://localhost:8501/_stcore/health', timeout=5)"

CMD ["fanlens", "app", "--address", "0.0.0.0", "--no-browser"]
