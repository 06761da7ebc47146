package io.keelson.boot;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Offer of a member of the cluster to the others: its objects, addresses and weight. Immutable.
 *
 * @param number grows with each change within a run of the server
 * @param weight how often it is chosen by weight, 1 to 1000
 * @param addresses where it is reached; none while it takes no calls
 * @param keys the objects that it has and others may have too
 */
record RemoteOffer(long number, int weight, List<String> addresses, List<String> keys) {
    private static final int VERSION = 1;
    private static final int MOST_ADDRESSES = 32;
    private static final int MOST_KEYS = 10_000;
    private static final int GREATEST_WEIGHT = 1000;

    RemoteOffer {
        addresses = List.copyOf(addresses);
        keys = List.copyOf(new TreeSet<>(keys));
    }

    /** Returns whether only the number is another. */
    boolean sameAs(RemoteOffer other) {
        return weight == other.weight && addresses.equals(other.addresses) && keys.equals(other.keys);
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(number);
            out.writeShort(weight);
            write(out, addresses, MOST_ADDRESSES);
            write(out, keys, MOST_KEYS);
        } catch (IOException e) {
            throw new UncheckedIOException("what this server has cannot be told: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, List<String> texts, int most) throws IOException {
        int count = Math.min(texts.size(), most);
        out.writeShort(count);
        for (String text : texts.subList(0, count)) {
            out.writeUTF(text);
        }
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws StreamCorruptedException where it is not that
     */
    static RemoteOffer read(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new StreamCorruptedException("it is of version " + version);
            }
            long number = in.readLong();
            int weight = in.readUnsignedShort();
            if (weight < 1 || weight > GREATEST_WEIGHT) {
                throw new StreamCorruptedException("its weight is " + weight);
            }
            return new RemoteOffer(number, weight, texts(in, MOST_ADDRESSES), texts(in, MOST_KEYS));
        } catch (EOFException e) {
            throw new StreamCorruptedException("it is cut off");
        }
    }

    private static List<String> texts(DataInputStream in, int most) throws IOException {
        int count = in.readUnsignedShort();
        if (count > most) {
            throw new StreamCorruptedException("it has " + count + " texts");
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(in.readUTF());
        }
        return texts;
    }
}
