package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever stands in the file: an answer soon, and no exception but {@link ConfigurationException}. */
class FuzzTest {
    private static final String SEED_TEXT = """
            name: shop # x
            servers:
              AdminServer: {listen-port: 7001, protocols: [http, "x"], labels: {a: 'b'}}
              B:
                password: |
                  abc
                idle-timeout: 5m
                hosts: {x: {key-store: y}}
            """;
    private static final String[] PIECES = {
        "\n",
        "\r\n",
        "  ",
        "\t",
        ":",
        ": ",
        "- ",
        "#",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!!int ",
        "!",
        "|",
        ">",
        "'",
        "\"",
        "\\",
        "%",
        "@",
        "`",
        "? ",
        "---\n",
        "...\n",
        "<<: ",
        "~",
        "\u0085",
        "\u2028",
        "\uFEFF",
        "\uD83D\uDE00",
        "%YAML 1.1\n",
        "\\x",
        "\\u12",
        "999999999999999999999",
        "%TAG ! x\n"
    };

    @Test
    void damagedFilesAreAnswered() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> {
                    for (int i = 0; i < 2_000; i++) {
                        answer(damage(random).getBytes(StandardCharsets.UTF_8), seed + ":" + i);
                    }
                },
                "seed " + seed);
    }

    @Test
    void randomBytesAreAnswered() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> {
                    for (int i = 0; i < 2_000; i++) {
                        byte[] content = new byte[random.nextInt(200)];
                        random.nextBytes(content);
                        answer(content, seed + ":" + i);
                    }
                },
                "seed " + seed);
    }

    @Test
    void largeFilesAreAnsweredSoon() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (String piece : new String[] {
                "[", "{", "{a: ", "- ", "? ", "a: ", "x", "'", "\"", "# ", "!a ", "\n", "[a,", "a: b\n", "- - "
            }) {
                answer(piece.repeat(150_000 / piece.length()).getBytes(StandardCharsets.UTF_8), piece);
            }
        });
    }

    private static String damage(Random random) {
        StringBuilder text = new StringBuilder(SEED_TEXT);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(6)));
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                default -> text.insert(at, (char) random.nextInt(0x300));
            }
        }
        return text.toString();
    }

    private static void answer(byte[] content, String which) {
        try {
            DomainFile file = DomainFile.parse(Path.of("domain.yaml"), content);
            new ConfigurationReader(Example.MODEL).read(file, "AdminServer");
        } catch (ConfigurationException e) {
            assertThat(e.problems()).as(which).isNotEmpty();
            assertThat(e.getMessage()).as(which).contains("domain.yaml:");
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(which + ": " + new String(content, StandardCharsets.UTF_8), e);
        }
    }
}
