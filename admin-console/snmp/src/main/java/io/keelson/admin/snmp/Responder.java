package io.keelson.admin.snmp;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jboss.logging.Logger;
import org.snmp4j.CommandResponder;
import org.snmp4j.CommandResponderEvent;
import org.snmp4j.MessageException;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.mp.StatusInformation;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/**
 * Answers GET, GETNEXT and GETBULK of the one user, whose requests are authenticated and encrypted; all else gets an error. Confined to
 * the thread that listens.
 *
 * <p>Specification: RFC 3416, 4.2.1 to 4.2.3 (the requests), 4.2.5 (SET, refused); RFC 3415, 3.2, with one user and one view in place of
 * tables.
 */
final class Responder implements CommandResponder {
    private static final Logger LOG = Logger.getLogger("io.keelson.admin.snmp");

    /** Objects in an answer at most; a client asks again from the last. */
    private static final int MOST = 500;

    /** Bytes of what an answer has besides its objects, and of the message around it: more than enough of each. */
    private static final int AROUND = 200;

    private final OctetString user;
    private final ObjectTree objects;
    private final byte[] engine;

    Responder(OctetString user, ObjectTree objects, byte[] engine) {
        this.user = user;
        this.objects = objects;
        this.engine = engine;
    }

    @Override
    public <A extends Address> void processPdu(CommandResponderEvent<A> event) {
        PDU request = event.getPDU();
        if (event.isProcessed() || request == null || !request.isConfirmedPdu() || request.getType() == PDU.INFORM) {
            return;
        }
        event.setProcessed(true);
        ScopedPDU answer = answer(event, request);
        try {
            event.getMessageDispatcher()
                    .returnResponsePdu(
                            event.getMessageProcessingModel(),
                            event.getSecurityModel(),
                            event.getSecurityName(),
                            event.getSecurityLevel(),
                            answer,
                            event.getMaxSizeResponsePDU(),
                            event.getStateReference(),
                            new StatusInformation());
        } catch (MessageException e) {
            // An answer that cannot be sent is an answer that is lost, as any datagram may be.
            LOG.debugf(e, "no answer to %s", event.getPeerAddress());
        }
    }

    private <A extends Address> ScopedPDU answer(CommandResponderEvent<A> event, PDU request) {
        ScopedPDU answer = new ScopedPDU();
        answer.setType(PDU.RESPONSE);
        answer.setRequestID(request.getRequestID());
        answer.setContextEngineID(new OctetString(engine));
        if (!allowed(event, request)) {
            return failed(answer, request, PDU.authorizationError, 0);
        }
        int room = Math.max(0, event.getMaxSizeResponsePDU() - AROUND);
        NavigableMap<OID, Variable> now = objects.now();
        switch (request.getType()) {
            case PDU.GET -> request.getAll().forEach(one -> answer.add(of(now, one.getOid())));
            case PDU.GETNEXT -> request.getAll().forEach(one -> answer.add(after(now, one.getOid())));
            case PDU.GETBULK -> bulk(answer, now, request, room);
            default -> {
                return failed(answer, request, PDU.notWritable, 1);
            }
        }
        return answer.getBERLength() > room ? failed(new ScopedPDU(answer), request, PDU.tooBig, 0) : answer;
    }

    private <A extends Address> boolean allowed(CommandResponderEvent<A> event, PDU request) {
        return event.getSecurityModel() == SecurityModel.SECURITY_MODEL_USM
                && event.getSecurityLevel() == SecurityLevel.AUTH_PRIV
                && Arrays.equals(event.getSecurityName(), user.getValue())
                && request instanceof ScopedPDU scoped
                && scoped.getContextName().length() == 0;
    }

    private static ScopedPDU failed(ScopedPDU answer, PDU request, int error, int index) {
        answer.clear();
        answer.setType(PDU.RESPONSE);
        answer.setRequestID(request.getRequestID());
        answer.setErrorStatus(error);
        answer.setErrorIndex(index);
        if (error != PDU.tooBig) {
            request.getAll().forEach(one -> answer.add(new VariableBinding(one.getOid())));
        }
        return answer;
    }

    private VariableBinding of(NavigableMap<OID, Variable> now, OID asked) {
        Variable value = now.get(asked);
        if (value != null) {
            return new VariableBinding(asked, value);
        }
        return new VariableBinding(asked, objects.has(asked) ? Null.noSuchInstance : Null.noSuchObject);
    }

    private static VariableBinding after(NavigableMap<OID, Variable> now, OID asked) {
        Map.Entry<OID, Variable> next = now.higherEntry(asked);
        return next == null
                ? new VariableBinding(asked, Null.endOfMibView)
                : new VariableBinding(next.getKey(), next.getValue());
    }

    private static void bulk(ScopedPDU answer, NavigableMap<OID, Variable> now, PDU request, int room) {
        List<? extends VariableBinding> asked = request.getAll();
        int single = Math.min(Math.max(0, request.getNonRepeaters()), asked.size());
        OID[] at = new OID[asked.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = asked.get(i).getOid();
        }
        int used = 0;
        for (int round = 0; round == 0 || round < request.getMaxRepetitions() && single < at.length; round++) {
            boolean more = false;
            int last = round == 0 && request.getMaxRepetitions() <= 0 ? single : at.length;
            for (int i = round == 0 ? 0 : single; i < last; i++) {
                VariableBinding next = after(now, at[i]);
                used += next.getBERLength();
                if (used > room || answer.size() >= MOST) {
                    return;
                }
                answer.add(next);
                at[i] = next.getOid();
                more |= !next.getVariable().isException();
            }
            if (!more) {
                return;
            }
        }
    }
}
