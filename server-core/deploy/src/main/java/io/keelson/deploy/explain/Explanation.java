package io.keelson.deploy.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application as this server understands it, seen before it is deployed: what it uses and who serves that, what is missing, and which
 * descriptors of other servers count. Immutable. See docs/design/explain-applications.md.
 *
 * @param application its name
 * @param converted what was converted from Java EE to Jakarta EE; null: nothing was
 * @param problem why it could not be deployed; null: nothing that can be seen without running it
 * @param modules its modules; empty where the archive itself is refused
 */
public record Explanation(
        String application,
        @Nullable String converted,
        @Nullable String problem,
        List<Module> modules) {
    /** Copies the list. */
    public Explanation {
        modules = List.copyOf(modules);
    }

    /**
     * One module.
     *
     * @param name its name in the application
     * @param kind the kind of module, with an article: {@code a web module (WAR)}
     * @param contextRoot where it would be reached; null where it is no web module
     * @param uses the interfaces that it uses
     * @param missing classes that its own classes name and that neither it nor the server has
     * @param descriptors its descriptors for other servers
     * @param names names of other servers that its own classes have among their constants
     * @param lookups names that its annotations and descriptors ask for
     */
    public record Module(
            String name,
            String kind,
            @Nullable String contextRoot,
            List<Use> uses,
            List<Missing> missing,
            List<Descriptor> descriptors,
            List<Name> names,
            List<Lookup> lookups) {
        /** Copies the lists. */
        public Module {
            uses = List.copyOf(uses);
            missing = List.copyOf(missing);
            descriptors = List.copyOf(descriptors);
            names = List.copyOf(names);
            lookups = List.copyOf(lookups);
        }
    }

    /**
     * An interface in use.
     *
     * @param what its name: {@code Jakarta Persistence}
     * @param servedBy who serves it: the server, a part of it, or the application itself
     * @param because the class or file that says so
     */
    public record Use(String what, String servedBy, String because) {}

    /**
     * A class that is missing.
     *
     * @param className its name
     * @param usedBy the first of the classes that name it
     * @param meaning what follows
     */
    public record Missing(String className, String usedBy, String meaning) {}

    /**
     * A descriptor for another server.
     *
     * @param file its path; behind {@code EAR!} in the enterprise application
     * @param read true if a reader of this server took what it needs
     * @param taken what counts of it
     * @param left elements without a meaning here
     */
    public record Descriptor(String file, boolean read, List<String> taken, List<String> left) {
        /** Copies the lists. */
        public Descriptor {
            taken = List.copyOf(taken);
            left = List.copyOf(left);
        }
    }

    /**
     * A name that another server has.
     *
     * @param name as the application looks it up
     * @param usedBy the first of the classes that have it
     * @param leadsTo the names of this server that are tried, the first that is bound counts
     */
    public record Name(String name, String usedBy, List<String> leadsTo) {
        /** Copies the list. */
        public Name {
            leadsTo = List.copyOf(leadsTo);
        }
    }

    /** Outcome of looking a name up. */
    public enum Standing {
        /** The server has bound it. */
        BOUND,
        /** The application or a component of it binds it when it starts. */
        OWN,
        /** Another server's name, which leads to something here. */
        TRANSLATED,
        /** Nothing is there. */
        MISSING
    }

    /**
     * A name that is looked up.
     *
     * @param name as an annotation or descriptor has it
     * @param usedBy the first class or file that has it
     * @param standing whether it leads to something
     * @param detail of one that is translated the name here; of one that is missing the nearest that is bound; else empty
     */
    public record Lookup(String name, String usedBy, Standing standing, String detail) {}
}
