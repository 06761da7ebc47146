package io.keelson.tx;

import java.util.Map;
import javax.transaction.xa.XAException;

/** Meaning of the codes of XA resources (XA specification, chapter 5, xa_commit and xa_rollback). */
final class XaErrors {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(XAException.XA_HEURHAZ, "XA_HEURHAZ: it may have completed by itself"),
            Map.entry(XAException.XA_HEURCOM, "XA_HEURCOM: it has committed by itself"),
            Map.entry(XAException.XA_HEURRB, "XA_HEURRB: it has rolled back by itself"),
            Map.entry(XAException.XA_HEURMIX, "XA_HEURMIX: it has committed a part by itself"),
            Map.entry(XAException.XA_RETRY, "XA_RETRY"),
            Map.entry(XAException.XAER_RMERR, "XAER_RMERR: it has failed"),
            Map.entry(XAException.XAER_NOTA, "XAER_NOTA: it does not know the branch"),
            Map.entry(XAException.XAER_INVAL, "XAER_INVAL: it does not take the arguments"),
            Map.entry(XAException.XAER_PROTO, "XAER_PROTO: it expected another call"),
            Map.entry(XAException.XAER_RMFAIL, "XAER_RMFAIL: it is not reachable"));

    private XaErrors() {}

    /** Consequence of the answer to a commit or rollback. */
    enum Answer {
        /** Is done, now or before. */
        DONE,
        /** May be done by another attempt. */
        AGAIN,
        /** The resource did something else. */
        DEVIATED
    }

    /** Returns true if the code says that the branch was rolled back. */
    static boolean isRollback(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    /** Returns what an answer to the commit of a prepared branch means. */
    static Answer ofCommit(XAException e) {
        if (isRollback(e)) {
            return Answer.DEVIATED;
        }
        return switch (e.errorCode) {
            case XAException.XA_HEURCOM, XAException.XAER_NOTA -> Answer.DONE;
            case XAException.XA_HEURRB, XAException.XA_HEURMIX, XAException.XA_HEURHAZ, XAException.XAER_RMERR ->
                Answer.DEVIATED;
            default -> Answer.AGAIN;
        };
    }

    /** Returns what an answer to a rollback means. */
    static Answer ofRollback(XAException e) {
        if (isRollback(e)) {
            return Answer.DONE;
        }
        return switch (e.errorCode) {
            case XAException.XA_HEURRB, XAException.XAER_NOTA -> Answer.DONE;
            case XAException.XA_HEURCOM, XAException.XA_HEURMIX, XAException.XA_HEURHAZ -> Answer.DEVIATED;
            default -> Answer.AGAIN;
        };
    }

    /** Returns the code's name and meaning, with what the resource says. */
    static String text(XAException e) {
        String name = isRollback(e)
                ? "XA_RB (" + e.errorCode + "): it has rolled back"
                : NAMES.getOrDefault(e.errorCode, "code " + e.errorCode);
        return e.getMessage() == null ? name : name + ", " + e.getMessage();
    }
}
