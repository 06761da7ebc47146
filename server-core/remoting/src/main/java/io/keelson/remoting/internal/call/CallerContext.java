package io.keelson.remoting.internal.call;

import io.keelson.remoting.spi.RemoteCaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.security.Principal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * On whose behalf a server calls another one: a context of the call with a version, the user's name and its groups. It is sent to servers
 * that have proved to be of the domain, or of one that it trusts, and taken from such only.
 */
final class CallerContext {
    static final String NAME = "keelson.caller";

    private static final int VERSION = 1;

    private CallerContext() {}

    /** A user that another server has vouched for. */
    private record PassedOn(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Returns what is sent with a call over this connection. */
    static Map<String, byte[]> outgoing(PeerConnection to) {
        Map<String, byte[]> contexts = to.node().contexts().outgoing();
        if (!to.isTrustedServer()) {
            return contexts;
        }
        RemoteCaller caller = to.node().contexts().caller();
        Principal principal = caller.principal();
        if (principal == null) {
            return contexts;
        }
        Map<String, byte[]> all = new HashMap<>(contexts);
        all.put(NAME, bytes(principal.getName(), caller.groups()));
        return all;
    }

    /**
     * Returns the caller of a call. Takes the context out: it is nobody else's affair.
     *
     * @throws RequestFaultException where somebody speaks for another who may not
     */
    static RemoteCaller of(PeerConnection from, Map<String, byte[]> contexts)
            throws RequestFaultException, StreamCorruptedException {
        byte[] context = contexts.isEmpty() ? null : contexts.remove(NAME);
        if (context == null) {
            return from.caller();
        }
        if (!from.isTrustedServer()) {
            from.node().refusals().caller(from.peer());
            throw new RequestFaultException(
                    Fault.REFUSED,
                    "it names a caller, which only servers of this server's domain, and of those that it trusts, may do");
        }
        return caller(context);
    }

    private static byte[] bytes(String name, Set<String> groups) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(name);
            out.writeShort(groups.size());
            for (String group : groups) {
                out.writeUTF(group);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("who calls cannot be passed on: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private static RemoteCaller caller(byte[] context) throws StreamCorruptedException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(context))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new StreamCorruptedException("who calls is said in a way of version " + version);
            }
            String name = in.readUTF();
            Set<String> groups = new HashSet<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                groups.add(in.readUTF());
            }
            return new RemoteCaller(new PassedOn(name), groups);
        } catch (EOFException e) {
            throw new StreamCorruptedException("who calls is cut off");
        } catch (StreamCorruptedException e) {
            throw e;
        } catch (IOException e) {
            throw new StreamCorruptedException("who calls cannot be read: " + e.getMessage());
        }
    }
}
