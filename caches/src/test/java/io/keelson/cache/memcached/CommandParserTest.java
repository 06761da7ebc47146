package io.keelson.cache.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cache.memcached.Command.Counter;
import io.keelson.cache.memcached.Command.Delete;
import io.keelson.cache.memcached.Command.FlushAll;
import io.keelson.cache.memcached.Command.Retrieval;
import io.keelson.cache.memcached.Command.Statistics;
import io.keelson.cache.memcached.Command.Storage;
import io.keelson.cache.memcached.Command.Touch;
import io.keelson.cache.memcached.Command.Wrong;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tells what the parser makes of good and bad input; each line of the table is also given a byte at a time. */
class CommandParserTest {
    private static final int MOST = 100;
    private static final String LONG_KEY = "k".repeat(251);

    static Stream<Arguments> input() {
        return Stream.of(
                Arguments.of("get a\r\n", "get[a]"),
                Arguments.of("get a\n", "get[a]"),
                Arguments.of("get  a  b \r\n", "get[a b]"),
                Arguments.of("gets a b\r\n", "gets[a b]"),
                Arguments.of("gat 5 a\r\n", "gat 5[a]"),
                Arguments.of("gats -1 a\r\n", "gats -1[a]"),
                Arguments.of("get\r\n", "ERROR"),
                Arguments.of("get " + LONG_KEY + "\r\n", "CLIENT_ERROR bad command line format"),
                Arguments.of("get a\u0001b\r\n", "CLIENT_ERROR bad command line format"),
                Arguments.of("gat x a\r\n", "CLIENT_ERROR invalid exptime argument"),
                Arguments.of("set a 1 2 3\r\nabc\r\n", "SET a 1 2 0 abc"),
                Arguments.of("set a 4294967295 0 0\r\n\r\n", "SET a 4294967295 0 0 "),
                Arguments.of("set a 0 0 4 noreply\r\n\r\n\r\n\r\n", "SET a 0 0 0 \r\n\r\n silent"),
                Arguments.of("add a 0 0 1\r\nx\r\n", "ADD a 0 0 0 x"),
                Arguments.of("replace a 0 0 1\r\nx\r\n", "REPLACE a 0 0 0 x"),
                Arguments.of("append a 0 0 1\r\nx\r\n", "APPEND a 0 0 0 x"),
                Arguments.of("prepend a 0 0 1\r\nx\r\n", "PREPEND a 0 0 0 x"),
                Arguments.of("cas a 0 0 1 18446744073709551615\r\nx\r\n", "CAS a 0 0 18446744073709551615 x"),
                Arguments.of("cas a 0 0 1\r\n", "ERROR"),
                Arguments.of("cas a 0 0 1 z\r\nx\r\nget b\r\n", "CLIENT_ERROR bad command line format|get[b]"),
                Arguments.of("set a 0 0\r\n", "ERROR"),
                Arguments.of("set a 0 0 -1\r\n", "CLIENT_ERROR bad data chunk, closed"),
                Arguments.of("set a 0 0 x\r\n", "CLIENT_ERROR bad data chunk, closed"),
                Arguments.of("set a 0 0 99999999999\r\n", "CLIENT_ERROR bad data chunk, closed"),
                Arguments.of("set a -1 0 1\r\nx\r\nget b\r\n", "CLIENT_ERROR bad command line format|get[b]"),
                Arguments.of("set a 0 y 1\r\nx\r\nget b\r\n", "CLIENT_ERROR bad command line format|get[b]"),
                Arguments.of(
                        "set " + LONG_KEY + " 0 0 5\r\nget x\r\nget b\r\n",
                        "CLIENT_ERROR bad command line format|get[b]"),
                Arguments.of(
                        "set a 0 0 1 noreply more\r\nx\r\nget b\r\n", "CLIENT_ERROR bad command line format|get[b]"),
                Arguments.of("set a 0 0 2\r\nabcdef\r\nget b\r\n", "CLIENT_ERROR bad data chunk|get[b]"),
                Arguments.of(
                        "set a 0 0 101\r\n" + "x".repeat(101) + "\r\nget b\r\n",
                        "SERVER_ERROR object too large for cache|get[b]"),
                Arguments.of("delete a\r\n", "delete a"),
                Arguments.of("delete a noreply\r\n", "delete a silent"),
                Arguments.of("delete a 0\r\n", "delete a"),
                Arguments.of("delete a 0 noreply\r\n", "delete a silent"),
                Arguments.of("delete a 5\r\n", "CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]"),
                Arguments.of("delete\r\n", "ERROR"),
                Arguments.of("incr a 5\r\n", "incr a 5"),
                Arguments.of("decr a 5 noreply\r\n", "decr a 5 silent"),
                Arguments.of("incr a -5\r\n", "CLIENT_ERROR invalid numeric delta argument"),
                Arguments.of("incr a 18446744073709551616\r\n", "CLIENT_ERROR invalid numeric delta argument"),
                Arguments.of("incr a\r\n", "ERROR"),
                Arguments.of("touch a 5\r\n", "touch a 5"),
                Arguments.of("touch a x\r\n", "CLIENT_ERROR invalid exptime argument"),
                Arguments.of("flush_all\r\n", "flush 0"),
                Arguments.of("flush_all 5 noreply\r\n", "flush 5 silent"),
                Arguments.of("flush_all x\r\n", "CLIENT_ERROR bad command line format"),
                Arguments.of("flush_all -1\r\n", "CLIENT_ERROR bad command line format"),
                Arguments.of("stats\r\nversion\r\nverbosity 1\r\nquit\r\n", "stats|Version|Verbosity|Quit"),
                Arguments.of("\r\n", "ERROR"),
                Arguments.of("mg a v\r\n", "ERROR"),
                Arguments.of("GET a\r\n", "ERROR"),
                Arguments.of("x".repeat(CommandParser.LONGEST_LINE), "CLIENT_ERROR line too long, closed"));
    }

    @ParameterizedTest
    @MethodSource("input")
    void eachInputHasItsAnswer(String input, String expected) {
        assertThat(parsed(input, input.length())).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("input")
    void howeverItArrives(String input, String expected) {
        assertThat(parsed(input, 1)).isEqualTo(expected);
        assertThat(parsed(input, 7)).isEqualTo(expected);
    }

    @Test
    void knowsThatItIsWithinACommand() {
        CommandParser parser = new CommandParser(MOST);
        ByteBuf in = bytes("set a 0 0 5\r\nab");

        assertThat(parser.next(in)).isNull();
        assertThat(parser.within()).isTrue();
        in.writeBytes(bytes("cde\r\n"));
        assertThat(parser.next(in)).isInstanceOf(Storage.class);
        assertThat(parser.within()).isFalse();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.buffer().writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String parsed(String input, int piece) {
        CommandParser parser = new CommandParser(MOST);
        ByteBuf in = Unpooled.buffer();
        List<String> commands = new ArrayList<>();
        for (int i = 0; i < input.length(); i += piece) {
            in.writeBytes(bytes(input.substring(i, Math.min(input.length(), i + piece))));
            for (Command next = parser.next(in); next != null; next = parser.next(in)) {
                commands.add(shown(next));
                if (next instanceof Wrong wrong && wrong.last()) {
                    return String.join("|", commands);
                }
            }
        }
        return String.join("|", commands);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String shown(Command command) {
        String silent = command.silent() ? " silent" : "";
        if (command instanceof Retrieval get) {
            String keys = get.keys().stream().map(CommandParserTest::text).collect(Collectors.joining(" ", "[", "]"));
            String word = get.touches() ? "gat" : "get";
            return word + (get.unique() ? "s" : "") + (get.touches() ? " " + get.expiry() : "") + keys;
        }
        if (command instanceof Storage put) {
            return put.way() + " " + text(put.key()) + " " + Integer.toUnsignedString(put.flags()) + " " + put.expiry()
                    + " " + Long.toUnsignedString(put.unique()) + " " + text(put.data()) + silent;
        }
        if (command instanceof Delete delete) {
            return "delete " + text(delete.key()) + silent;
        }
        if (command instanceof Counter count) {
            return (count.up() ? "incr " : "decr ") + text(count.key()) + " " + Long.toUnsignedString(count.delta())
                    + silent;
        }
        if (command instanceof Touch touch) {
            return "touch " + text(touch.key()) + " " + touch.expiry() + silent;
        }
        if (command instanceof FlushAll flush) {
            return "flush " + flush.delay() + silent;
        }
        if (command instanceof Statistics) {
            return "stats";
        }
        if (command instanceof Wrong wrong) {
            return wrong.answer() + (wrong.last() ? ", closed" : "");
        }
        return command.getClass().getSimpleName();
    }
}
