package io.keelson.ee.soap;

import io.keelson.ee.soap.descriptor.PortComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that a module declares. Immutable.
 *
 * @param className the class that implements it; empty where only the bean of the name says it
 * @param bean the name of the session bean; null: a class of the web module
 * @param names the last segments of its addresses, the first is the one that messages name
 * @param port what {@code webservices.xml} says of it; null: nothing
 */
record Endpoint(
        String className,
        @Nullable String bean,
        List<String> names,
        @Nullable PortComponent port) {
    Endpoint {
        names = List.copyOf(names);
    }

    List<String> patterns() {
        return names.stream().map(name -> "/" + name).toList();
    }

    @Override
    public String toString() {
        return bean == null ? className : "bean " + bean;
    }
}
