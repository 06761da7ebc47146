package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.io.ProcessMark;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of members: random, with the server's name inside, so that no table of names has to be kept in step, and with the process
 * that the member is, so that whoever has a view knows whose end its own machine can tell.
 */
final class Addresses {
    private static final byte[] SERVER = {'s'};
    private static final byte[] PROCESS = {'p'};
    /** Of a machine only so much travels with each message. */
    private static final int MACHINE_BYTES = 8;

    private static final int PROCESS_BYTES = MACHINE_BYTES + Integer.BYTES + Long.BYTES;

    private Addresses() {}

    /** The address of a new run of a server. */
    static ExtendedUUID next(String server, ProcessMark process) {
        UUID random = UUID.randomUUID();
        ExtendedUUID address = new ExtendedUUID(random.getMostSignificantBits(), random.getLeastSignificantBits())
                .put(SERVER, server.getBytes(StandardCharsets.UTF_8));
        if (process.machine().isEmpty()) {
            return address;
        }
        byte[] bytes = ByteBuffer.allocate(PROCESS_BYTES)
                .put(digest(process.machine()))
                .putInt((int) process.number())
                .putLong(process.started())
                .array();
        return address.put(PROCESS, bytes);
    }

    /** The member at an address; empty where it is not one of ours. */
    static Optional<ClusterMember> member(@Nullable Address address) {
        if (!(address instanceof ExtendedUUID known)) {
            return Optional.empty();
        }
        byte[] server = known.get(SERVER);
        if (server == null || server.length == 0) {
            return Optional.empty();
        }
        HexFormat hex = HexFormat.of();
        String run = hex.toHexDigits(known.getMostSignificantBits()) + hex.toHexDigits(known.getLeastSignificantBits());
        return Optional.of(new ClusterMember(new String(server, StandardCharsets.UTF_8), run));
    }

    /** The process at an address, where it is one of that machine; empty: of another one, or it does not say. */
    static Optional<ProcessMark> process(Address address, String machine) {
        byte[] bytes = address instanceof ExtendedUUID known ? known.get(PROCESS) : null;
        if (bytes == null || bytes.length != PROCESS_BYTES || machine.isEmpty()) {
            return Optional.empty();
        }
        ByteBuffer from = ByteBuffer.wrap(bytes);
        byte[] of = new byte[MACHINE_BYTES];
        from.get(of);
        return Arrays.equals(of, digest(machine))
                ? Optional.of(new ProcessMark(machine, Integer.toUnsignedLong(from.getInt()), from.getLong()))
                : Optional.empty();
    }

    private static byte[] digest(String machine) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(machine.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(whole, MACHINE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
