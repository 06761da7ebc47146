package io.keelson.boot;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a client's transaction, as it stands behind the number in its identifier. Immutable.
 *
 * @param server the name of the server
 * @param addresses where other servers reach it
 */
record ClientTransactionOrigin(String server, List<String> addresses) {
    private static final int MOST_ADDRESSES = 8;

    ClientTransactionOrigin {
        addresses = List.copyOf(addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size())));
    }

    /** Returns an identifier: the number, then this. */
    byte[] behind(byte[] number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(number);
            out.writeUTF(server);
            out.writeByte(addresses.size());
            for (String each : addresses) {
                out.writeUTF(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads what stands behind a number of that length; null where nothing of the kind does. */
    static @Nullable ClientTransactionOrigin of(byte[] identifier, int number) {
        if (identifier.length <= number) {
            return null;
        }
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(identifier, number, identifier.length - number))) {
            String server = in.readUTF();
            List<String> addresses = new ArrayList<>();
            for (int left = in.readUnsignedByte(); left > 0; left--) {
                addresses.add(in.readUTF());
            }
            return new ClientTransactionOrigin(server, addresses);
        } catch (IOException e) {
            return null;
        }
    }
}
