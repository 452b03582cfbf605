import streamlit as st


def show(here):
    st.write("-")
