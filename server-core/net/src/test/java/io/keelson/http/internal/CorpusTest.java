package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.net.fixture.Corpus;
import io.keelson.net.fixture.Corpus.Case;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the stored requests: whole, split in two at every place, byte by byte, and in random pieces. */
class CorpusTest {
    /** Final ones: whether 100 is sent depends on what has come of the body (RFC 9110, 10.1.1). */
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([2-5]\\d{2}) ");

    /** Good requests before the bad one are not looked at closer. */
    static Stream<Case> malformed() throws IOException {
        return Corpus.malformed().map(c -> new Case(c.name(), c.expected() + " closed", c.bytes()));
    }

    static Stream<Case> wellformed() throws IOException {
        return Corpus.wellformed();
    }

    @ParameterizedTest
    @MethodSource({"malformed", "wellformed"})
    void isReadTheSameHoweverItArrives(Case c) {
        assertThat(replay(c, List.of(c.bytes().length))).isEqualTo(c.expected());
        for (int i = 1; i < c.bytes().length; i++) {
            assertThat(replay(c, List.of(i, c.bytes().length - i)))
                    .as("split at " + i)
                    .isEqualTo(c.expected());
        }
        List<Integer> single = new ArrayList<>();
        for (int i = 0; i < c.bytes().length; i++) {
            single.add(1);
        }
        assertThat(replay(c, single)).as("byte by byte").isEqualTo(c.expected());
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 20; run++) {
            assertThat(replay(c, pieces(c.bytes().length, random)))
                    .as("seed " + seed + ", run " + run)
                    .isEqualTo(c.expected());
        }
    }

    private static List<Integer> pieces(int length, Random random) {
        List<Integer> pieces = new ArrayList<>();
        for (int left = length; left > 0; left -= pieces.get(pieces.size() - 1)) {
            pieces.add(Math.min(left, 1 + random.nextInt(40)));
        }
        return pieces;
    }

    private static String replay(Case c, List<Integer> pieces) {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Corpus.LIMITS)) {
            int from = 0;
            for (int n : pieces) {
                http.send(java.util.Arrays.copyOfRange(c.bytes(), from, from + n));
                from += n;
            }
            String seen = describe(http.sent(), http.open());
            return c.expected().contains(">") ? seen : seen.split("\n")[0];
        }
    }

    private static String describe(String sent, boolean open) {
        StringBuilder seen = new StringBuilder();
        Matcher m = STATUS.matcher(sent);
        StringBuilder bodies = new StringBuilder();
        while (m.find()) {
            seen.append(m.group(1)).append(' ');
            if (m.group(1).equals("200")) {
                int body = sent.indexOf("\r\n\r\n", m.end()) + 4;
                int end = sent.indexOf('\n', body);
                bodies.append("\n> ").append(sent, body, end < 0 ? sent.length() : end);
            }
        }
        seen.append(open ? "open" : "closed");
        return seen.append(bodies).toString();
    }
}
