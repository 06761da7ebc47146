package io.keelson.ejb.container;

import io.keelson.kernel.naming.BeanObjects;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.rmi.NoSuchObjectException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The views of the beans that run on a server, by their names: what handles and references in streams lead to. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6.
 */
public final class OpenComponents implements BeanObjects {
    private final Map<String, Open> views = new ConcurrentHashMap<>();

    /** Makes a reference of the identity of an instance. */
    @FunctionalInterface
    interface Resolver {
        /**
         * Makes it.
         *
         * @throws NoSuchObjectException when the identity does not fit the bean
         * @throws IllegalArgumentException when it is no identity
         */
        Object of(String instance) throws NoSuchObjectException;
    }

    /** An open view. */
    private record Open(DeployedBean bean, Resolver resolver) {}

    /** Opens a view. The one that was opened first keeps the name. */
    void open(RemoteComponentView view) {
        open(view.key(), view.bean(), view::reference);
    }

    /** Opens a view under a name. */
    void open(String key, DeployedBean bean, Resolver resolver) {
        views.putIfAbsent(key, new Open(bean, resolver));
    }

    /** Closes the views of a bean. */
    void close(DeployedBean bean) {
        views.values().removeIf(view -> view.bean() == bean);
    }

    @Override
    public @Nullable Object find(String name) throws NamingException {
        int mark = name.indexOf('#');
        Open view = views.get(name.substring(0, mark));
        if (view == null) {
            return null;
        }
        try {
            return view.resolver().of(URLDecoder.decode(name.substring(mark + 1), StandardCharsets.UTF_8));
        } catch (NoSuchObjectException | IllegalArgumentException e) {
            NameNotFoundException missing = new NameNotFoundException(
                    "a handle of bean " + view.bean() + " cannot be resolved: " + e.getMessage());
            missing.initCause(e);
            throw missing;
        }
    }
}
