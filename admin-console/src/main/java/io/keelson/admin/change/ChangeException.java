package io.keelson.admin.change;

import io.keelson.kernel.config.Problem;
import java.util.List;

/** A change of the configuration that cannot be made as asked; nothing was changed. The message says why and what to do. */
public final class ChangeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient List<String> causes;

    /** Kinds of what is in the way. */
    public enum Kind {
        /** Request that is not possible whatever the state: a setting that does not exist, a value of a wrong type. */
        WRONG,
        /** There is no such revision. */
        UNKNOWN,
        /** Somebody else has the lock. */
        LOCK,
        /** Nobody has the lock, which whoever asks must have. */
        UNLOCKED,
        /** Something is under way that must end first. */
        BUSY,
        /** There is one of that name. */
        EXISTS,
        /** Something has been begun and must be brought to its end, or taken back, first. */
        UNSETTLED,
        /** There are two versions of an application side by side, or not. */
        VERSIONS,
        /** Is not any more what whoever asks has seen. */
        STALE,
        /** The configuration as a whole has problems. */
        INVALID,
        /** A server, or the disk, did not take it. */
        REFUSED
    }

    /** With the single reasons. */
    public ChangeException(Kind kind, String message, List<String> causes) {
        super(message, null, false, false);
        this.kind = kind;
        this.causes = List.copyOf(causes);
    }

    /** In one sentence. */
    public ChangeException(Kind kind, String message) {
        this(kind, message, List.of());
    }

    static ChangeException invalid(String what, List<Problem> problems) {
        return new ChangeException(
                Kind.INVALID, what, problems.stream().map(Problem::toString).toList());
    }

    /** Returns what is in the way. */
    public Kind kind() {
        return kind;
    }

    /** The single reasons, in sentences. */
    public List<String> causes() {
        return causes;
    }
}
