package io.keelson.session.cookie;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookiePiecesTest {
    private static String text(int length, char last) {
        return "a".repeat(length - 8) + String.valueOf(last).repeat(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 60, 3787, 3788, 3789, 7575, 7576})
    void joinsWhatItHasSplit(int length) {
        String text = text(length, 'z');
        List<String> pieces = CookiePieces.split(text);
        assertThat(pieces).hasSize(length <= 3788 ? 1 : 2);
        assertThat(pieces).allMatch(piece -> piece.length() <= CookiePieces.LARGEST);
        assertThat(CookiePieces.join(String.join(" ", pieces))).containsExactly(text);
        List<String> reversed = new ArrayList<>(pieces);
        Collections.reverse(reversed);
        assertThat(CookiePieces.join(String.join(" ", reversed))).containsExactly(text);
        assertThat(CookiePieces.MOST).isEqualTo(7576);
    }

    @Test
    void thoseOfSeveralPathsAreToldApart() {
        List<String> one = CookiePieces.split(text(5000, 'x'));
        List<String> other = CookiePieces.split(text(5000, 'y'));
        assertThat(CookiePieces.join(String.join(" ", one.get(0), other.get(0), other.get(1), one.get(1))))
                .containsExactly(text(5000, 'x'), text(5000, 'y'));
    }

    @Test
    void whatIsNotWholeIsNothing() {
        List<String> pieces = CookiePieces.split(text(5000, 'x'));
        assertThat(CookiePieces.join(pieces.get(0))).isEmpty();
        assertThat(CookiePieces.join(pieces.get(1))).isEmpty();
        assertThat(CookiePieces.join(pieces.get(0) + " " + pieces.get(0))).isEmpty();
        for (String bad : List.of(
                "", " ", "x", "........", "aaaaaaaa.01.", "aaaaaaaa.12.x", "aaaaaaaa.09.x", "aaaaaaaa.\u066301.x")) {
            assertThat(CookiePieces.join(bad)).as(bad).isEmpty();
        }
        assertThat(CookiePieces.join("x aaaaaaaa.01.y")).containsExactly("y");
    }
}
