package io.keelson.kernel.spi.resource;

import java.util.Map;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the resources of one kind that applications define in descriptors and annotations: data sources
 * ({@code <data-source>}, {@code @DataSourceDefinition}). A room adds its own to {@code Naming} when its subsystem starts.
 * Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>{@link #make} MUST refuse what it cannot make or does not understand, with a sentence that names the property.
 *   <li>It MUST NOT fail because something outside is away: a database may come later.
 *   <li>After {@link Made#close} nothing of it MUST hold a class or the loader of the application.
 * </ol>
 */
public interface ResourceMaker {
    /** The kind, as the element of descriptors is called: {@code data-source}. */
    String kind();

    /**
     * Makes a resource.
     *
     * @throws NamingException when the definition is wrong; the message says what
     */
    Made make(Definition definition) throws NamingException;

    /**
     * Definition of a resource by an application.
     *
     * @param application the application, for messages and for what can be seen of the resource
     * @param name the name that it gets, whole: {@code java:app/jdbc/orders}
     * @param settings what the kind knows, by the names of the elements of descriptors, in kebab case
     * @param properties what it hands on to somebody else: a driver
     * @param loader finds classes of the application
     * @param place where it is defined, for messages
     */
    record Definition(
            String application,
            String name,
            Map<String, String> settings,
            Map<String, String> properties,
            ClassLoader loader,
            String place) {
        public Definition {
            settings = Map.copyOf(settings);
            properties = Map.copyOf(properties);
        }

        /** A setting; null where it is not set. */
        public @Nullable String setting(String key) {
            return settings.get(key);
        }

        /** Without values: one of them may be a password. */
        @Override
        public String toString() {
            return "Definition[" + name + " of " + application + " at " + place + "]";
        }
    }

    /** A resource that was made. */
    interface Made extends AutoCloseable {
        /** Returns what is bound. */
        Object value();

        /** Releases all that it holds. Once; does not throw. */
        @Override
        void close();
    }
}
