"""A hand under way: what it holds, and every edit of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scoring import FLOWERS, Circumstances, Hand, Meld, MeldKind, Tile
from vision.app.draft.values import DraftError, DraftMeld, Piece, Place, Question
from vision.hand import Doubt, DoubtKind


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand under way. `winner` is the id of the standing tile that won, None if unknown.

    questions are open until a tile of theirs is changed or the visitor says that they are settled.
    """

    standing: tuple[Piece, ...] = ()
    melds: tuple[DraftMeld, ...] = ()
    flowers: tuple[Piece, ...] = ()
    unused: tuple[Piece, ...] = ()
    winner: int | None = None
    circumstances: Circumstances = field(default_factory=Circumstances)
    questions: tuple[Question, ...] = ()

    # -- reading --------------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every tile, the unused ones last."""
        melded = tuple(piece for meld in self.melds for piece in meld.pieces)
        return (*self.standing, *melded, *self.flowers, *self.unused)

    def piece(self, identity: int) -> Piece:
        """The tile of that id. Raises DraftError."""
        for piece in self.pieces:
            if piece.id == identity:
                return piece
        raise DraftError(f"This hand has no tile number {identity}.")

    def place_of(self, identity: int) -> Place | DraftMeld:
        """Where a tile lies: a place, or the declared set that it is part of."""
        for place in Place:
            if any(piece.id == identity for piece in getattr(self, place.value)):
                return place
        for meld in self.melds:
            if any(piece.id == identity for piece in meld.pieces):
                return meld
        raise DraftError(f"This hand has no tile number {identity}.")

    def meld(self, identity: int) -> DraftMeld:
        """The declared set of that id. Raises DraftError."""
        for meld in self.melds:
            if meld.id == identity:
                return meld
        raise DraftError(f"This hand has no set number {identity}.")

    @property
    def hand(self) -> Hand:
        """The hand as it stands, legal or not. A winning tile is named only in a full one."""
        winner = next((piece.tile for piece in self.standing if piece.id == self.winner), None)
        return Hand(
            concealed=tuple(piece.tile for piece in self.standing),
            melds=tuple(meld.meld() for meld in self.melds),
            winning_tile=winner,
            flowers=tuple(piece.tile for piece in self.flowers),
        )

    @property
    def size(self) -> int:
        """How many tiles the hand has, a declared set counting as three."""
        return len(self.standing) + 3 * len(self.melds)

    @property
    def doubtful(self) -> frozenset[int]:
        """The ids of the tiles that an open question is about."""
        return frozenset(piece for question in self.questions for piece in question.pieces)

    def declarable(self, identity: int) -> tuple[Meld, ...]:
        """The sets that a standing tile can be declared in, made of standing tiles alone."""
        tile = self.piece(identity).tile
        tiles = [piece.tile for piece in self.standing]
        count = tiles.count(tile)
        found = []
        if tile.is_suited:
            for lowest in range(max(1, tile.rank - 2), min(7, tile.rank) + 1):
                chow = tuple(Tile(f"{lowest + k}{tile.suit}") for k in range(3))
                if all(member in tiles for member in chow):
                    found.append(Meld(MeldKind.chow, chow))
        if tile.is_suited or tile.is_honour:
            if count >= 3:
                found.append(Meld(MeldKind.pung, (tile,) * 3))
            if count == 4:
                found.append(Meld(MeldKind.exposed_kong, (tile,) * 4))
                found.append(Meld(MeldKind.concealed_kong, (tile,) * 4))
        return tuple(found)

    # -- editing --------------------------------------------------------------------------------

    def with_tile(self, identity: int, tile: Tile) -> Draft:
        """The tile of that id read as another one; flowers go where flowers lie."""
        place = self.place_of(identity)
        changed = replace(self.piece(identity), tile=tile, face_down=False)
        draft = self._mapped(lambda piece: changed if piece.id == identity else piece)
        draft = draft._settling(identity)
        if place is Place.standing and tile.is_flower:
            return draft.moved(identity, Place.flowers)
        if place is Place.flowers and not tile.is_flower:
            return draft.moved(identity, Place.standing)
        return draft

    def without(self, identity: int) -> Draft:
        """A tile taken out: one that the photo shows stays among the unused, another goes."""
        if self.piece(identity).box is not None:
            return self.moved(identity, Place.unused)
        return self._taken_out(identity)._settling(identity)._tidied()

    def adding(self, tile: Tile) -> Draft:
        """One more tile: a flower beside the hand, any other standing; a 14th one has won."""
        piece = Piece(self._next_id(), tile)
        place = Place.flowers if tile.is_flower else Place.standing
        draft = self._put(piece, place)
        if place is Place.standing and draft.size == 14 and draft.winner is None:
            draft = replace(draft, winner=piece.id)
        return replace(
            draft,
            questions=tuple(
                q for q in draft.questions if q.doubt.kind is not DoubtKind.missing_tile
            ),
        )

    def moved(self, identity: int, to: Place | int) -> Draft:
        """A tile moved to another place, or into the declared set of that id."""
        piece = self.piece(identity)
        draft = self._taken_out(identity)
        if isinstance(to, Place):
            draft = draft._put(piece, to)
        else:
            target = draft.meld(to)
            grown = replace(target, pieces=(*target.pieces, piece))
            draft = replace(
                draft, melds=tuple(grown if meld.id == to else meld for meld in draft.melds)
            )
        return draft._settling(identity)._tidied()

    def declaring(self, identity: int, meld: Meld) -> Draft:
        """A set of standing tiles declared, the tile of that id among them."""
        wanted = list(meld.tiles)
        own = self.piece(identity)
        ordered = [own, *(p for p in self.standing if p.id != identity and p.id != self.winner)]
        ordered += [p for p in self.standing if p.id == self.winner and p.id != identity]
        taken = []
        for piece in ordered:
            if piece.tile in wanted:
                wanted.remove(piece.tile)
                taken.append(piece)
        if wanted or own not in taken:
            raise DraftError("These tiles are not all among the standing ones.")
        taken.sort(key=lambda piece: (piece.tile, piece.id))
        gone = {piece.id for piece in taken}
        made = DraftMeld(self._next_id(), meld.kind, tuple(taken), meld.source)
        return (
            replace(
                self,
                standing=tuple(piece for piece in self.standing if piece.id not in gone),
                melds=(*self.melds, made),
            )
            ._settling(*gone)
            ._tidied()
        )

    def dissolving(self, meld_id: int) -> Draft:
        """A declared set taken back among the standing tiles."""
        gone = self.meld(meld_id)
        return (
            replace(
                self,
                standing=(*self.standing, *gone.pieces),
                melds=tuple(meld for meld in self.melds if meld.id != meld_id),
            )
            ._settling(*(piece.id for piece in gone.pieces))
            ._tidied()
        )

    def with_kind(self, meld_id: int, kind: MeldKind) -> Draft:
        """A declared set made another kind. A kong made of a pung gets its fourth tile; a pung made
        of a kong leaves it among the unused."""
        meld = self.meld(meld_id)
        pieces = meld.pieces
        draft = self
        if kind.is_kong and len(pieces) == 3:
            pieces = (*pieces, Piece(self._next_id(), pieces[0].tile))
        elif not kind.is_kong and len(pieces) == 4:
            *kept, last = pieces
            pieces = tuple(kept)
            if last.box is not None:
                draft = replace(self, unused=(*self.unused, last))
        changed = replace(meld, kind=kind, pieces=pieces)
        return replace(
            draft, melds=tuple(changed if m.id == meld_id else m for m in draft.melds)
        )._settling(*(piece.id for piece in pieces))

    def with_source(self, meld_id: int, source: int | None) -> Draft:
        """A declared set claimed from another seat."""
        changed = replace(self.meld(meld_id), source=source)
        return replace(self, melds=tuple(changed if m.id == meld_id else m for m in self.melds))

    def with_winner(self, identity: int) -> Draft:
        """Another standing tile named as the one that won. Raises DraftError for other tiles."""
        if self.place_of(identity) is not Place.standing:
            raise DraftError("Only a standing tile can be the winning one.")
        return replace(
            self,
            winner=identity,
            questions=tuple(
                q for q in self.questions if q.doubt.kind is not DoubtKind.winning_tile
            ),
        )

    def with_circumstances(self, **changes: object) -> Draft:
        """Other circumstances of the win, by their names in `Circumstances`."""
        return replace(self, circumstances=replace(self.circumstances, **changes))

    def settled(self, *questions: Question) -> Draft:
        """These questions answered with yes, or all of them if none is named."""
        left = tuple(q for q in self.questions if questions and q not in questions)
        return replace(self, questions=left)

    def arranged_as(self, hand: Hand, winner_guessed: bool = False) -> Draft:
        """The same tiles as another reading of the photo has them, and no question open but which
        tile won, where that is a guess. Flowers known only by number become that many flowers."""
        left = list(self.pieces)

        def take(tile: Tile) -> Piece:
            for test in (
                lambda piece: piece.tile is tile,
                lambda piece: any(tile is guess for guess, _ in piece.guesses),
            ):
                for piece in left:
                    if test(piece):
                        left.remove(piece)
                        return replace(piece, tile=tile)
            return Piece(-1, tile)

        melds = [(meld, [take(tile) for tile in meld.tiles]) for meld in hand.melds]
        standing = [take(tile) for tile in hand.concealed]
        others = [tile for tile in FLOWERS if tile not in hand.flowers]
        unnamed = others[: max(0, hand.number_of_flowers - len(hand.flowers))]
        flowers = [take(tile) for tile in (*hand.flowers, *unnamed)]
        number = self._next_id()
        made, groups = [], []
        for pieces in (standing, flowers, *(p for _, p in melds)):
            fresh = []
            for piece in pieces:
                if piece.id < 0:
                    piece = replace(piece, id=number)
                    number += 1
                fresh.append(piece)
            groups.append(tuple(fresh))
        for k, (meld, _) in enumerate(melds):
            made.append(DraftMeld(number + k, meld.kind, groups[2 + k], meld.source))
        winner = next((p.id for p in reversed(groups[0]) if p.tile is hand.winning_tile), None)
        unused = tuple(piece for piece in left if piece.box is not None)
        asked = ()
        if winner_guessed and winner is not None:
            asked = (Question(Doubt(DoubtKind.winning_tile), (winner,)),)
        return replace(
            self,
            standing=groups[0],
            melds=tuple(made),
            flowers=groups[1],
            unused=unused,
            winner=winner,
            questions=asked,
        )

    # -- making ---------------------------------------------------------------------------------

    @classmethod
    def of_hand(cls, hand: Hand, circumstances: Circumstances | None = None) -> Draft:
        """The draft of a hand that somebody typed: nothing is in question."""
        draft = cls(circumstances=circumstances or Circumstances())
        return draft.arranged_as(hand)

    # -- inside ---------------------------------------------------------------------------------

    def _next_id(self) -> int:
        ids = [piece.id for piece in self.pieces] + [meld.id for meld in self.melds]
        return max(ids, default=-1) + 1

    def _mapped(self, change) -> Draft:
        return replace(
            self,
            standing=tuple(map(change, self.standing)),
            melds=tuple(replace(m, pieces=tuple(map(change, m.pieces))) for m in self.melds),
            flowers=tuple(map(change, self.flowers)),
            unused=tuple(map(change, self.unused)),
        )

    def _taken_out(self, identity: int) -> Draft:
        def kept(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
            return tuple(piece for piece in pieces if piece.id != identity)

        return replace(
            self,
            standing=kept(self.standing),
            melds=tuple(replace(meld, pieces=kept(meld.pieces)) for meld in self.melds),
            flowers=kept(self.flowers),
            unused=kept(self.unused),
        )

    def _put(self, piece: Piece, place: Place) -> Draft:
        return replace(self, **{place.value: (*getattr(self, place.value), piece)})

    def _settling(self, *ids: int) -> Draft:
        touched = set(ids)
        left = tuple(q for q in self.questions if touched.isdisjoint(q.pieces))
        return replace(self, questions=left)

    def _tidied(self) -> Draft:
        """Without sets that lost all their tiles, and a winner that stands no more."""
        standing = {piece.id for piece in self.standing}
        return replace(
            self,
            melds=tuple(meld for meld in self.melds if meld.pieces),
            winner=self.winner if self.winner in standing else None,
        )
