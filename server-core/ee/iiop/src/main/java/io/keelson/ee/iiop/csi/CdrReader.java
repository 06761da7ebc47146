package io.keelson.ee.iiop.csi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads an encapsulation of CDR. A length beyond the bytes that are there is refused before memory is taken. Confined to a thread.
 *
 * <p>Specification: CORBA 3.3, Part 2, 9.3.3 Encapsulation.
 */
final class CdrReader {
    private final ByteBuffer in;

    CdrReader(byte[] encapsulation) throws CsiException {
        in = ByteBuffer.wrap(encapsulation);
        in.order(bool() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    }

    private void need(int alignment, int bytes) throws CsiException {
        int at = (in.position() + alignment - 1) / alignment * alignment;
        if (bytes < 0 || at > in.limit() || in.limit() - at < bytes) {
            throw new CsiException("the encapsulation ends early");
        }
        in.position(at);
    }

    boolean bool() throws CsiException {
        need(1, 1);
        byte value = in.get();
        if (value != 0 && value != 1) {
            throw new CsiException(value + " is no boolean");
        }
        return value == 1;
    }

    int ushort() throws CsiException {
        need(2, 2);
        return in.getShort() & 0xffff;
    }

    int int32() throws CsiException {
        need(4, 4);
        return in.getInt();
    }

    long int64() throws CsiException {
        need(8, 8);
        return in.getLong();
    }

    /** Returns the number of elements of a sequence, each of which takes some bytes at least. */
    int count(int least) throws CsiException {
        long count = int32() & 0xffff_ffffL;
        if (count * least > in.remaining()) {
            throw new CsiException("a sequence of " + count + " elements does not fit");
        }
        return (int) count;
    }

    byte[] octets() throws CsiException {
        byte[] octets = new byte[count(1)];
        in.get(octets);
        return octets;
    }

    String string() throws CsiException {
        byte[] octets = octets();
        if (octets.length == 0 || octets[octets.length - 1] != 0) {
            throw new CsiException("a string has no end");
        }
        return new String(octets, 0, octets.length - 1, StandardCharsets.ISO_8859_1);
    }
}
