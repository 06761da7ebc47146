package io.keelson.deploy.spi;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The descriptors for other servers that rooms have read in a module, with what they took of them. Rooms report here while they read; what
 * nobody reports was not read. Confined to the deploying thread.
 */
public final class ForeignDescriptors {
    private final Map<String, Read> read = new LinkedHashMap<>();

    private ForeignDescriptors() {}

    /**
     * One descriptor.
     *
     * @param taken what counts of it, in words
     * @param left the names of elements that have no meaning here
     */
    public record Read(List<String> taken, List<String> left) {
        /** Copies the lists. */
        public Read {
            taken = List.copyOf(taken);
            left = List.copyOf(left);
        }
    }

    /** Those of a module. */
    public static ForeignDescriptors of(Deployment deployment) {
        return deployment.attachment(ForeignDescriptors.class).orElseGet(() -> {
            ForeignDescriptors none = new ForeignDescriptors();
            deployment.attach(ForeignDescriptors.class, none);
            return none;
        });
    }

    /**
     * Reports a descriptor.
     *
     * @param file its path in the module, or behind {@code EAR!} in the enterprise application
     */
    public void read(String file, Collection<String> taken, Collection<String> left) {
        read.put(file, new Read(List.copyOf(taken), List.copyOf(left)));
    }

    /** Those that were read, by their paths. */
    public Map<String, Read> all() {
        return Map.copyOf(read);
    }
}
