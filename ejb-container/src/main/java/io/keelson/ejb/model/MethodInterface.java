package io.keelson.ejb.model;

import org.jspecify.annotations.Nullable;

/**
 * The interfaces by which a method of a bean is called, as {@code method-intf} of the descriptor names them.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.3.7.2 and chapter 14.
 */
public enum MethodInterface {
    /** The remote home. */
    HOME("Home"),
    /** The remote component interface and remote business interfaces. */
    REMOTE("Remote"),
    /** The local home. */
    LOCAL_HOME("LocalHome"),
    /** The local component interface, local business interfaces and the no-interface view. */
    LOCAL("Local"),
    /** A web service endpoint. */
    SERVICE_ENDPOINT("ServiceEndpoint"),
    /** The timer service, which calls time-out methods. */
    TIMER("Timer"),
    /** The message listener interface of a message-driven bean. */
    MESSAGE_ENDPOINT("MessageEndpoint"),
    /** The container, which calls life-cycle callbacks. */
    LIFECYCLE_CALLBACK("LifecycleCallback");

    private final String described;

    MethodInterface(String described) {
        this.described = described;
    }

    /** Returns the name in descriptors. */
    public String described() {
        return described;
    }

    /** Returns the interface of that name in descriptors; null: there is none. */
    public static @Nullable MethodInterface of(String described) {
        for (MethodInterface each : values()) {
            if (each.described.equals(described)) {
                return each;
            }
        }
        return null;
    }
}
