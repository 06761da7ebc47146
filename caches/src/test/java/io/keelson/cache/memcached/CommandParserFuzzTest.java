package io.keelson.cache.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.cache.memcached.Command.Retrieval;
import io.keelson.cache.memcached.Command.Storage;
import io.keelson.cache.memcached.Command.Wrong;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The same commands in any pieces; keys and values within their bounds; nothing after a mistake that closes. */
class CommandParserFuzzTest {
    private static final int MOST = 1_000;

    @DictionaryFile(resourcePath = "memcached.dict")
    @FuzzTest
    void commands(byte[] bytes) {
        List<String> whole = read(bytes, bytes.length);
        assertThat(read(bytes, 1)).as("byte by byte").isEqualTo(whole);
        assertThat(read(bytes, 7)).as("seven bytes at a time").isEqualTo(whole);
    }

    private static List<String> read(byte[] bytes, int atOnce) {
        CommandParser parser = new CommandParser(MOST);
        List<String> read = new ArrayList<>();
        ByteBuf waiting = Unpooled.buffer();
        try {
            for (int from = 0; from < bytes.length; from += atOnce) {
                waiting.writeBytes(bytes, from, Math.min(atOnce, bytes.length - from));
                for (Command next = parser.next(waiting); next != null; next = parser.next(waiting)) {
                    read.add(shown(next));
                    if (next instanceof Wrong wrong && wrong.last()) {
                        return read;
                    }
                }
            }
        } finally {
            waiting.release();
        }
        return read;
    }

    private static String shown(Command command) {
        if (command instanceof Storage one) {
            assertThat(one.data().length).isLessThanOrEqualTo(MOST);
            assertIsKey(one.key());
            return one.way() + " " + HexFormat.of().formatHex(one.key()) + ' ' + one.flags() + ' ' + one.expiry() + ' '
                    + one.unique() + ' ' + HexFormat.of().formatHex(one.data()) + one.silent();
        }
        if (command instanceof Retrieval several) {
            several.keys().forEach(CommandParserFuzzTest::assertIsKey);
            return several.unique() + " " + several.touches() + several.expiry()
                    + several.keys().stream().map(HexFormat.of()::formatHex).toList();
        }
        return command.getClass().getSimpleName() + command.silent();
    }

    private static void assertIsKey(byte[] key) {
        assertThat(key.length).isBetween(1, CommandParser.LONGEST_KEY);
        assertThat(new String(key, StandardCharsets.ISO_8859_1)).doesNotContainPattern("[\\x00-\\x20\\x7f]");
    }
}
