package io.keelson.session.replica;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/** The content of a simulated session: tokens in the order in which they were appended. Grows only, so that a part of it is a number. */
final class TokenList {
    private static final String ATTRIBUTE = "list";
    private static final byte[] ABOUT = {};

    private int[] tokens;
    private int size;

    TokenList() {
        tokens = new int[16];
    }

    TokenList(Image image) {
        byte[] bytes = image.attributes().getOrDefault(ATTRIBUTE, ABOUT);
        size = bytes.length / Integer.BYTES;
        tokens = new int[size + 16];
        ByteBuffer.wrap(bytes).asIntBuffer().get(tokens, 0, size);
    }

    void add(int token) {
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, size * 2);
        }
        tokens[size++] = token;
    }

    int size() {
        return size;
    }

    /** Returns what it has been with so many tokens, for good. */
    Prefix prefix() {
        return new Prefix(tokens, size);
    }

    Delta delta() {
        ByteBuffer buffer = ByteBuffer.allocate(size * Integer.BYTES);
        buffer.asIntBuffer().put(tokens, 0, size);
        return new Delta(ABOUT, Map.of(ATTRIBUTE, buffer.array()));
    }

    /** What a request has read, its own token being the last one. */
    record Prefix(int[] tokens, int size) {
        boolean startsWith(Prefix other) {
            int length = Math.min(size, other.size);
            return Arrays.equals(tokens, 0, length, other.tokens, 0, other.size);
        }

        int token() {
            return tokens[size - 1];
        }

        @Override
        public String toString() {
            return Arrays.toString(Arrays.copyOf(tokens, size));
        }
    }
}
