package io.keelson.ee.jpa.unit;

import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.TransformerException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a provider's transformer the classes that the unit manages, and no others: most classes of an application are none. Thread-safe.
 */
final class WeavingTransformer implements ClassFileTransformer {
    private final ClassTransformer transformer;
    private final Set<String> managed = new HashSet<>();
    private final boolean all;

    WeavingTransformer(Unit unit, ClassTransformer transformer) {
        this.transformer = transformer;
        unit.managed().forEach(name -> managed.add(name.replace('.', '/')));
        // Mapping files name classes that have no annotation.
        this.all = !unit.mappingFiles().isEmpty();
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes)
            throws IllegalClassFormatException {
        if (className == null || !all && !managed.contains(className)) {
            return null;
        }
        try {
            return transformer.transform(loader, className, redefined, domain, bytes);
        } catch (TransformerException e) {
            IllegalClassFormatException refused = new IllegalClassFormatException(String.valueOf(e.getMessage()));
            refused.initCause(e);
            throw refused;
        }
    }
}
