package io.keelson.cluster.names;

import java.util.Arrays;

/** Bytes that are compared by content. Nobody writes to them. */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are the content's
record Bytes(byte[] content) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
