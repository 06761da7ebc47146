package io.keelson.appclient;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name of the client that leads to something: an entry of its descriptor, an annotation, or both.
 *
 * @param kind of what it leads to
 * @param name below {@code java:comp/env}, or with a scheme
 * @param type the full name of the class or interface; null where it is not said
 * @param value of an environment entry, or the class of a service; null for none
 * @param lookup another name that it stands for; null for none
 * @param mapped a name of the server; null for none
 * @param link to a bean or message destination, {@code module.jar#Name} or {@code Name}; null for none
 * @param handlers of the ports of a web service; null: those that its types name
 * @param features of the ports of a web service
 * @param place where it is declared, for messages
 */
record Reference(
        Kind kind,
        String name,
        @Nullable String type,
        @Nullable String value,
        @Nullable String lookup,
        @Nullable String mapped,
        @Nullable String link,
        @Nullable Handlers handlers,
        Features features,
        String place) {
    /** Makes a reference without features. */
    Reference(
            Kind kind,
            String name,
            @Nullable String type,
            @Nullable String value,
            @Nullable String lookup,
            @Nullable String mapped,
            @Nullable String link,
            @Nullable Handlers handlers,
            String place) {
        this(kind, name, type, value, lookup, mapped, link, handlers, Features.NONE, place);
    }

    /** The target of a reference. */
    enum Kind {
        ENTRY,
        BEAN,
        RESOURCE,
        PERSISTENCE_UNIT,
        PERSISTENCE_CONTEXT,
        SERVICE
    }

    /**
     * A static field or setter that gets the value.
     *
     * @param owner the class that declares it, by its full name
     * @param name of the field, or of the property
     */
    record Target(String owner, String name) {}

    /**
     * A reference and where its value is injected.
     *
     * @param targets may be empty
     */
    record Declared(Reference reference, List<Target> targets) {
        Declared {
            targets = List.copyOf(targets);
        }
    }

    /** Returns this reference with what it does not say itself from another: a descriptor prevails over an annotation. */
    Reference over(Reference other) {
        boolean service = kind == Kind.SERVICE;
        boolean leads = lookup != null || mapped != null || link != null || value != null && !service;
        return new Reference(
                kind,
                name,
                type != null ? type : other.type,
                value == null && service ? other.value : value,
                leads ? lookup : other.lookup,
                leads ? mapped : other.mapped,
                leads ? link : other.link,
                handlers != null ? handlers : other.handlers,
                features.over(other.features),
                place);
    }

    /** Returns this reference to a service with the place of its description. */
    Reference described(String wsdl) {
        return new Reference(kind, name, type, value, lookup, mapped, wsdl, handlers, features, place);
    }

    Reference mapped(String to) {
        return new Reference(kind, name, type, value, null, to, null, handlers, features, place);
    }

    /** Returns the name with its scheme. */
    String full() {
        return name.startsWith("java:") ? name : "java:comp/env/" + name;
    }
}
