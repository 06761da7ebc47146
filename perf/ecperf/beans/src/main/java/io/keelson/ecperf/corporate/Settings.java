package io.keelson.ecperf.corporate;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.Locale;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The switches of the application: environment entries below {@code java:app/env}, which {@code web.xml} of the front declares. They
 * are looked up when they are first needed, as the front may start after the beans.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Settings {
    private volatile Values values;

    private record Values(
            Sending sending,
            Locking locking,
            String supplier,
            String deliveries,
            boolean faults,
            boolean ordered,
            boolean readMostly) {}

    /** The way in which purchase orders are sent. */
    public Sending sending() {
        return values().sending();
    }

    /** The grain of locks. */
    public Locking locking() {
        return values().locking();
    }

    /** The URL to which purchase orders are sent. */
    public String supplierUrl() {
        return values().supplier();
    }

    /** The URL to which suppliers send deliveries. */
    public String deliveriesUrl() {
        return values().deliveries();
    }

    /** Returns true if a request may ask for a fault. */
    public boolean faultsAllowed() {
        return values().faults();
    }

    /** Returns true if a transaction goes through the rows of a table in the order of their keys. */
    public boolean ordered() {
        return values().ordered();
    }

    /** Returns true if customers that are only read come from the read-only bean of the pair. */
    public boolean readMostly() {
        return values().readMostly();
    }

    private Values values() {
        Values known = values;
        if (known == null) {
            known = new Values(
                    Sending.valueOf(text("sending").toUpperCase(Locale.ROOT)),
                    Locking.valueOf(text("locking").toUpperCase(Locale.ROOT)),
                    text("supplier-url"),
                    text("deliveries-url"),
                    Boolean.parseBoolean(text("faults")),
                    text("order-of-access").equals("keys"),
                    Boolean.parseBoolean(text("read-mostly")));
            values = known;
        }
        return known;
    }

    /** Returns true if the entries can be found: the front has begun to start. */
    public boolean ready() {
        try {
            values();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static String text(String name) {
        try {
            return InitialContext.<String>doLookup("java:app/env/" + name);
        } catch (NamingException e) {
            throw new IllegalStateException("the environment entry java:app/env/" + name + " cannot be looked up", e);
        }
    }
}
