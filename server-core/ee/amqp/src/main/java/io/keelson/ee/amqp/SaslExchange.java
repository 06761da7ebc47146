package io.keelson.ee.amqp;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Transport;
import org.jboss.logging.Logger;

/**
 * The login of a client by SASL. The realm is asked on a thread that may block; until it has answered the client is not read. Confined to
 * the event loop.
 */
final class SaslExchange {
    private static final Logger LOG = Logger.getLogger(SaslExchange.class);

    private final Sasl sasl;
    private final AmqpLogin login;
    private final Predicate<Runnable> blocking;
    private final Consumer<Runnable> loop;
    private final Runnable refused;
    private boolean checking;

    /**
     * Offers the mechanisms of the login.
     *
     * @param blocking runs work on a thread that may block; returns false where there is none
     * @param loop runs work on the event loop
     * @param refused called when the client was refused: it is heard no more, as the engine itself would go on with what follows
     */
    SaslExchange(
            Transport transport,
            AmqpLogin login,
            Predicate<Runnable> blocking,
            Consumer<Runnable> loop,
            Runnable refused) {
        this.sasl = transport.sasl();
        this.login = login;
        this.blocking = blocking;
        this.loop = loop;
        this.refused = refused;
        sasl.server();
        sasl.allowSkip(login.allowsAnonymous());
        sasl.setMechanisms(login.mechanisms());
    }

    /** Returns true while the realm is asked. */
    boolean isChecking() {
        return checking;
    }

    /** Returns true if the client may open its connection. */
    boolean isAdmitted() {
        return login.allowsAnonymous() || sasl.getOutcome() == Sasl.SaslOutcome.PN_SASL_OK;
    }

    /** Asks the realm, where the client has sent its response. */
    void proceed() {
        if (checking || sasl.getOutcome() != Sasl.SaslOutcome.PN_SASL_NONE || sasl.getRemoteMechanisms().length == 0) {
            return;
        }
        String mechanism = sasl.getRemoteMechanisms()[0];
        byte[] response = new byte[Math.max(0, sasl.pending())];
        if (response.length > 0) {
            int unused = sasl.recv(response, 0, response.length);
        }
        checking = true;
        boolean offered = blocking.test(() -> {
            Sasl.SaslOutcome outcome = check(mechanism, response);
            loop.accept(() -> checked(outcome));
        });
        if (!offered) {
            checked(Sasl.SaslOutcome.PN_SASL_TEMP);
        }
    }

    private Sasl.SaslOutcome check(String mechanism, byte[] response) {
        try {
            return login.check(mechanism, response) ? Sasl.SaslOutcome.PN_SASL_OK : Sasl.SaslOutcome.PN_SASL_AUTH;
        } catch (RuntimeException e) {
            LOG.debugf(e, "the realm cannot check a login by AMQP now");
            return Sasl.SaslOutcome.PN_SASL_TEMP;
        }
    }

    private void checked(Sasl.SaslOutcome outcome) {
        checking = false;
        sasl.done(outcome);
        if (outcome != Sasl.SaslOutcome.PN_SASL_OK) {
            refused.run();
        }
    }
}
