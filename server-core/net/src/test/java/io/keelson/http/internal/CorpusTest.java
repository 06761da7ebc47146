package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the stored requests: whole, split in two at every place, byte by byte, and in random pieces. */
class CorpusTest {
    private static final Map<String, Object> LIMITS = Map.of(
            "maxRequestLine", new io.keelson.base.config.DataSize(256),
            "maxHeaderSize", new io.keelson.base.config.DataSize(256),
            "maxHeaderCount", 10,
            "maxBodySize", new io.keelson.base.config.DataSize(64));
    /** Final ones: whether 100 is sent depends on what has come of the body (RFC 9110, 10.1.1). */
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([2-5]\\d{2}) ");

    record Case(String name, String expected, byte[] bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> malformed() throws IOException {
        return read("malformed.txt").map(CorpusTest::closed);
    }

    /** Good requests before the bad one are not looked at closer. */
    private static Case closed(Case c) {
        return new Case(c.name, c.expected + " closed", c.bytes);
    }

    static Stream<Case> wellformed() throws IOException {
        return read("wellformed.txt");
    }

    @ParameterizedTest
    @MethodSource({"malformed", "wellformed"})
    void isReadTheSameHoweverItArrives(Case c) {
        assertThat(replay(c, List.of(c.bytes.length))).isEqualTo(c.expected);
        for (int i = 1; i < c.bytes.length; i++) {
            assertThat(replay(c, List.of(i, c.bytes.length - i)))
                    .as("split at " + i)
                    .isEqualTo(c.expected);
        }
        List<Integer> single = new ArrayList<>();
        for (int i = 0; i < c.bytes.length; i++) {
            single.add(1);
        }
        assertThat(replay(c, single)).as("byte by byte").isEqualTo(c.expected);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 20; run++) {
            assertThat(replay(c, pieces(c.bytes.length, random)))
                    .as("seed " + seed + ", run " + run)
                    .isEqualTo(c.expected);
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
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), LIMITS)) {
            int from = 0;
            for (int n : pieces) {
                http.send(java.util.Arrays.copyOfRange(c.bytes, from, from + n));
                from += n;
            }
            String seen = describe(http.sent(), http.open());
            return c.expected.contains(">") ? seen : seen.split("\n")[0];
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

    private static Stream<Case> read(String file) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(CorpusTest.class.getResourceAsStream(file), StandardCharsets.US_ASCII))) {
            String all = in.lines().filter(l -> !l.startsWith("# ")).collect(Collectors.joining("\n"));
            return Stream.of(all.split("(?m)^## ")).skip(1).map(CorpusTest::parse);
        }
    }

    private static Case parse(String text) {
        String[] lines = text.split("\n");
        StringBuilder expected = new StringBuilder();
        StringBuilder bytes = new StringBuilder();
        for (int i = 1; i < lines.length; i++) {
            if (lines[i].startsWith("= ")) {
                expected.append(lines[i].substring(2));
            } else if (lines[i].startsWith("> ")) {
                expected.append('\n').append(lines[i]);
            } else {
                bytes.append(lines[i]);
            }
        }
        return new Case(lines[0], expected.toString(), unescape(bytes.toString()));
    }

    private static byte[] unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            switch (escaped) {
                case 'r' -> out.append('\r');
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case '0' -> out.append('\0');
                case '\\' -> out.append('\\');
                case 'x' -> {
                    out.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> throw new IllegalArgumentException("\\" + escaped + " in " + text);
            }
        }
        return out.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
