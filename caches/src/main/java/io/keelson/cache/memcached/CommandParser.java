package io.keelson.cache.memcached;

import io.keelson.cache.memcached.Command.Counter;
import io.keelson.cache.memcached.Command.Delete;
import io.keelson.cache.memcached.Command.FlushAll;
import io.keelson.cache.memcached.Command.Quit;
import io.keelson.cache.memcached.Command.Retrieval;
import io.keelson.cache.memcached.Command.Statistics;
import io.keelson.cache.memcached.Command.Storage;
import io.keelson.cache.memcached.Command.Touch;
import io.keelson.cache.memcached.Command.Verbosity;
import io.keelson.cache.memcached.Command.Version;
import io.keelson.cache.memcached.Command.Way;
import io.keelson.cache.memcached.Command.Wrong;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands from what a client sends. A line is bounded, a value is bounded, and each mistake has an answer: none makes the parser
 * wait for what does not come. After a mistake it goes on with the next command where it knows where that begins. Of one connection and
 * one thread.
 */
final class CommandParser {
    /** The longest line of a command. */
    static final int LONGEST_LINE = 65_536;

    /** The longest key, as memcached has it. */
    static final int LONGEST_KEY = 250;

    private static final String BAD_FORMAT = "CLIENT_ERROR bad command line format";
    private static final String NO_REPLY = "noreply";

    private final int mostBytes;
    private @Nullable Header header;
    private long swallow;
    private boolean toLineEnd;
    private @Nullable Wrong afterSwallow;

    /** The line of a command that a value follows. */
    private record Header(Way way, byte[] key, int flags, long expiry, long unique, int bytes, boolean silent) {}

    /** @param mostBytes the largest value */
    CommandParser(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Returns true if a command has begun and not ended, or something is being skipped. */
    boolean within() {
        return header != null || swallow > 0 || toLineEnd;
    }

    /** Returns the next command; null where more bytes are needed. */
    @Nullable
    Command next(ByteBuf in) {
        if (!skipped(in)) {
            return null;
        }
        Wrong wrong = afterSwallow;
        if (wrong != null) {
            afterSwallow = null;
            return wrong;
        }
        Header now = header;
        if (now != null) {
            return value(now, in);
        }
        int end = in.bytesBefore(Math.min(in.readableBytes(), LONGEST_LINE), (byte) '\n');
        if (end < 0) {
            return in.readableBytes() >= LONGEST_LINE ? new Wrong("CLIENT_ERROR line too long", true, false) : null;
        }
        byte[] line = new byte[end];
        in.readBytes(line).skipBytes(1);
        int length = end > 0 && line[end - 1] == '\r' ? end - 1 : end;
        Command command = command(words(line, length));
        if (command == null) {
            return next(in);
        }
        return command;
    }

    /** Skips what belongs to a command that was wrong; false while more of it is to come. */
    private boolean skipped(ByteBuf in) {
        if (swallow > 0) {
            int part = (int) Math.min(swallow, in.readableBytes());
            in.skipBytes(part);
            swallow -= part;
            if (swallow > 0) {
                return false;
            }
        }
        if (toLineEnd) {
            int end = in.bytesBefore((byte) '\n');
            in.skipBytes(end < 0 ? in.readableBytes() : end + 1);
            toLineEnd = end < 0;
        }
        return !toLineEnd;
    }

    private @Nullable Command value(Header now, ByteBuf in) {
        if (in.readableBytes() < now.bytes + 2) {
            return null;
        }
        header = null;
        byte[] data = new byte[now.bytes];
        in.readBytes(data);
        int at = in.readerIndex();
        if (in.getByte(at) != '\r' || in.getByte(at + 1) != '\n') {
            toLineEnd = true;
            afterSwallow = new Wrong("CLIENT_ERROR bad data chunk", false, false);
            return next(in);
        }
        in.skipBytes(2);
        return new Storage(now.way, now.key, now.flags, now.expiry, now.unique, data, now.silent);
    }

    private static List<byte[]> words(byte[] line, int length) {
        List<byte[]> words = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length || line[i] == ' ') {
                if (i > from) {
                    byte[] word = new byte[i - from];
                    System.arraycopy(line, from, word, 0, word.length);
                    words.add(word);
                }
                from = i + 1;
            }
        }
        return words;
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    /** Returns the command of a line; null where a value has to be read first. */
    private @Nullable Command command(List<byte[]> words) {
        if (words.isEmpty()) {
            return error();
        }
        return switch (text(words.get(0))) {
            case "get" -> retrieval(words, false, false);
            case "gets" -> retrieval(words, true, false);
            case "gat" -> retrieval(words, false, true);
            case "gats" -> retrieval(words, true, true);
            case "set" -> storage(words, Way.SET);
            case "add" -> storage(words, Way.ADD);
            case "replace" -> storage(words, Way.REPLACE);
            case "append" -> storage(words, Way.APPEND);
            case "prepend" -> storage(words, Way.PREPEND);
            case "cas" -> storage(words, Way.CAS);
            case "delete" -> delete(words);
            case "incr" -> counter(words, true);
            case "decr" -> counter(words, false);
            case "touch" -> touch(words);
            case "flush_all" -> flush(words);
            case "stats" -> words.size() > 2 ? error() : new Statistics(words.size() == 2 ? text(words.get(1)) : "");
            case "version" -> words.size() > 1 ? error() : new Version();
            case "verbosity" -> new Verbosity(silent(words));
            case "quit" -> new Quit();
            default -> error();
        };
    }

    private static Wrong error() {
        return new Wrong("ERROR", false, false);
    }

    private static Wrong badFormat() {
        return new Wrong(BAD_FORMAT, false, false);
    }

    private static boolean silent(List<byte[]> words) {
        return words.size() > 1 && text(words.get(words.size() - 1)).equals(NO_REPLY);
    }

    private static boolean isKey(byte[] word) {
        if (word.length == 0 || word.length > LONGEST_KEY) {
            return false;
        }
        for (byte each : word) {
            if (each >= 0 && each <= ' ' || each == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static Command retrieval(List<byte[]> words, boolean unique, boolean touches) {
        int first = touches ? 2 : 1;
        if (words.size() <= first) {
            return error();
        }
        Long expiry = touches ? signed(words.get(1)) : Long.valueOf(0);
        if (expiry == null) {
            return new Wrong("CLIENT_ERROR invalid exptime argument", false, false);
        }
        List<byte[]> keys = words.subList(first, words.size());
        return keys.stream().allMatch(CommandParser::isKey)
                ? new Retrieval(unique, touches, expiry, List.copyOf(keys))
                : badFormat();
    }

    /** {@code set key flags exptime bytes [noreply]}; {@code cas} has a number behind the bytes. */
    private @Nullable Command storage(List<byte[]> words, Way way) {
        int needed = way == Way.CAS ? 6 : 5;
        if (words.size() < needed) {
            return error();
        }
        Long bytes = signed(words.get(4));
        if (bytes == null || bytes < 0 || bytes > Integer.MAX_VALUE) {
            // Nobody knows how much of what follows is the value.
            return new Wrong("CLIENT_ERROR bad data chunk", true, false);
        }
        boolean silent = words.size() > needed && silent(words);
        Long flags = signed(words.get(2));
        Long expiry = signed(words.get(3));
        Long unique = way == Way.CAS ? unsigned(words.get(5)) : Long.valueOf(0);
        if (flags == null
                || flags < 0
                || flags > 0xffff_ffffL
                || expiry == null
                || unique == null
                || !isKey(words.get(1))
                || words.size() > needed + (silent ? 1 : 0)) {
            return skipping(bytes, new Wrong(BAD_FORMAT, false, false));
        }
        if (bytes > mostBytes) {
            return skipping(bytes, new Wrong("SERVER_ERROR object too large for cache", false, silent));
        }
        header = new Header(way, words.get(1), flags.intValue(), expiry, unique, bytes.intValue(), silent);
        return null;
    }

    /** Skips the value, whatever it is, and says then what is wrong. */
    private @Nullable Command skipping(long bytes, Wrong wrong) {
        swallow = bytes + 2;
        afterSwallow = wrong;
        return null;
    }

    private static Command delete(List<byte[]> words) {
        // An old form has a time, which has to be 0.
        boolean zero = words.size() > 2 && text(words.get(2)).equals("0");
        int most = 2 + (zero ? 1 : 0) + (silent(words) ? 1 : 0);
        if (words.size() < 2) {
            return error();
        }
        if (words.size() > most || !isKey(words.get(1))) {
            return new Wrong(BAD_FORMAT + ".  Usage: delete <key> [noreply]", false, false);
        }
        return new Delete(words.get(1), silent(words) && words.size() > 2);
    }

    private static Command counter(List<byte[]> words, boolean up) {
        boolean silent = words.size() > 3 && silent(words);
        if (words.size() < 3 || words.size() > 3 + (silent ? 1 : 0)) {
            return error();
        }
        if (!isKey(words.get(1))) {
            return badFormat();
        }
        Long delta = unsigned(words.get(2));
        return delta == null
                ? new Wrong("CLIENT_ERROR invalid numeric delta argument", false, false)
                : new Counter(up, words.get(1), delta, silent);
    }

    private static Command touch(List<byte[]> words) {
        boolean silent = words.size() > 3 && silent(words);
        if (words.size() < 3 || words.size() > 3 + (silent ? 1 : 0)) {
            return error();
        }
        Long expiry = signed(words.get(2));
        if (expiry == null) {
            return new Wrong("CLIENT_ERROR invalid exptime argument", false, false);
        }
        return isKey(words.get(1)) ? new Touch(words.get(1), expiry, silent) : badFormat();
    }

    private static Command flush(List<byte[]> words) {
        boolean silent = silent(words);
        int numbers = words.size() - 1 - (silent ? 1 : 0);
        Long delay = numbers == 1 ? signed(words.get(1)) : Long.valueOf(0);
        return numbers > 1 || delay == null || delay < 0 ? badFormat() : new FlushAll(delay, silent);
    }

    private static @Nullable Long signed(byte[] word) {
        if (word.length > 20) {
            return null;
        }
        try {
            return Long.valueOf(text(word));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Long unsigned(byte[] word) {
        if (word.length > 20 || word.length == 0 || word[0] < '0' || word[0] > '9') {
            return null;
        }
        try {
            return Long.parseUnsignedLong(text(word));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
