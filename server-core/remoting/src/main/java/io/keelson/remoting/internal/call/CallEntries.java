package io.keelson.remoting.internal.call;

import io.keelson.remoting.spi.CallEntry;
import io.keelson.remoting.spi.CallEntry.Value;
import io.keelson.remoting.spi.CallTraces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The entries that rooms have travel beside the calls of a process. On the wire a value is a context of that name: a byte that is its
 * version, then its bytes. Thread-safe.
 */
final class CallEntries {
    private static final int LONGEST_NAME = 255;
    private static final int TRACE_VERSION = 1;

    /** The ids of a call that nobody follows. */
    static final byte[] NO_IDS = {};

    private static final Away NOTHING = new Away(Map.of(), NO_IDS);

    private final CopyOnWriteArrayList<CallEntry> entries = new CopyOnWriteArrayList<>();

    void add(CallEntry entry) {
        String name = entry.name();
        boolean fits =
                !name.isEmpty() && name.length() <= LONGEST_NAME && name.chars().allMatch(c -> c > ' ' && c < 127);
        if (!fits
                || name.equals(CallerContext.NAME)
                || name.equals(CallTraces.NAME)
                || entries.stream().anyMatch(e -> e.name().equals(name))) {
            throw new IllegalArgumentException("nothing can travel beside calls under the name '" + name
                    + "': it is taken, or not of 1 to 255 characters of ASCII");
        }
        entries.add(entry);
    }

    /**
     * A call is about to leave this thread.
     *
     * @param to over which connection
     * @param ids by which it is followed; none where it is not
     */
    Away leaving(PeerConnection to, byte[] ids) {
        if (entries.isEmpty() && ids.length == 0) {
            return NOTHING;
        }
        Away away = new Away(new LinkedHashMap<>(), ids);
        boolean complete = false;
        try {
            CallEntry.Peer peer = peer(to);
            for (CallEntry entry : entries) {
                Value value = entry.leaving(peer);
                if (value != null) {
                    away.sent.put(entry, bytes(value));
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                away.returned(false);
            }
        }
        return away;
    }

    /**
     * A call that brought these contexts begins on this thread.
     *
     * @param from over which connection
     * @throws RequestFaultException where an entry refuses it
     */
    Begun arrived(PeerConnection from, Map<String, byte[]> contexts) throws RequestFaultException {
        Begun begun = new Begun();
        if (!contexts.isEmpty()) {
            for (CallEntry entry : entries) {
                byte[] bytes = contexts.get(entry.name());
                if (bytes != null) {
                    begun.begin(entry, bytes, peer(from));
                }
            }
        }
        return begun;
    }

    /** By what a call that brought these contexts is followed; null where it is not, or in a way that is not known. */
    static byte @Nullable [] ids(Map<String, byte[]> contexts) {
        byte[] bytes = contexts.isEmpty() ? null : contexts.get(CallTraces.NAME);
        return bytes == null || bytes.length < 2 || bytes[0] != TRACE_VERSION
                ? null
                : Arrays.copyOfRange(bytes, 1, bytes.length);
    }

    private static CallEntry.Peer peer(PeerConnection connection) {
        return new CallEntry.Peer(connection.peer(), connection.isServerOfDomain(), connection.otherDomain());
    }

    private static byte[] bytes(Value value) {
        byte[] all = new byte[value.bytes().length + 1];
        all[0] = (byte) value.version();
        System.arraycopy(value.bytes(), 0, all, 1, value.bytes().length);
        return all;
    }

    private static @Nullable Value value(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length == 0 || bytes[0] == 0) {
            return null;
        }
        byte[] rest = new byte[bytes.length - 1];
        System.arraycopy(bytes, 1, rest, 0, rest.length);
        return new Value(bytes[0] & 0xff, rest);
    }

    /** Entries that went with one call; used by its thread. */
    static final class Away {
        private final Map<CallEntry, byte[]> sent;
        private final byte[] ids;
        private Map<String, byte[]> answer = Map.of();

        private Away(Map<CallEntry, byte[]> sent, byte[] ids) {
            this.sent = sent;
            this.ids = ids;
        }

        /** These contexts, what the entries gave, and the ids. */
        Map<String, byte[]> with(Map<String, byte[]> contexts) {
            if (sent.isEmpty() && ids.length == 0) {
                return contexts;
            }
            Map<String, byte[]> all = new HashMap<>(contexts);
            if (ids.length > 0) {
                all.put(CallTraces.NAME, bytes(new Value(TRACE_VERSION, ids)));
            }
            sent.forEach((entry, bytes) -> all.put(entry.name(), bytes));
            return all;
        }

        /** The other side has answered, with these contexts. */
        void answered(Map<String, byte[]> contexts) {
            if (!sent.isEmpty()) {
                answer = contexts;
            }
        }

        /** The call is over, however that came; {@code lost} where nobody knows whether it was executed. */
        void returned(boolean lost) {
            sent.forEach((entry, bytes) -> {
                try {
                    entry.returned(value(answer.get(entry.name())), lost);
                } catch (RuntimeException e) {
                    CallLog.LOG.errorf(e, "'%s' failed when a call returned", entry.name());
                }
            });
        }
    }

    /** Entries that came with one call; used by its thread. */
    static final class Begun {
        private final Map<String, CallEntry.Serving> serving = new LinkedHashMap<>();

        private void begin(CallEntry entry, byte[] bytes, CallEntry.Peer from) throws RequestFaultException {
            Value value = value(bytes);
            try {
                if (value == null) {
                    throw new IllegalArgumentException("it has no version");
                }
                serving.put(entry.name(), entry.arrived(value, from));
            } catch (RuntimeException e) {
                Map<String, byte[]> ignored = ended(new ArrayList<>());
                throw new RequestFaultException(
                        Fault.REFUSED, "what came beside it as '" + entry.name() + "' was refused: " + e.getMessage());
            }
        }

        /**
         * The object has returned or thrown.
         *
         * @return the contexts that go back
         * @throws RequestFaultException where an entry says that the answer is not good
         */
        Map<String, byte[]> done() throws RequestFaultException {
            if (serving.isEmpty()) {
                return Map.of();
            }
            List<String> failures = new ArrayList<>();
            Map<String, byte[]> back = ended(failures);
            if (!failures.isEmpty()) {
                throw new RequestFaultException(
                        Fault.RESULT, "it was executed, but what came beside it was not ended: " + failures);
            }
            return back;
        }

        private Map<String, byte[]> ended(List<String> failures) {
            Map<String, byte[]> back = new HashMap<>();
            serving.forEach((name, one) -> {
                try {
                    Value value = one.done();
                    if (value != null) {
                        back.put(name, bytes(value));
                    }
                } catch (RuntimeException e) {
                    CallLog.LOG.debugf(e, "'%s' beside a call", name);
                    failures.add("'" + name + "': " + e.getMessage());
                }
            });
            serving.clear();
            return back;
        }
    }
}
