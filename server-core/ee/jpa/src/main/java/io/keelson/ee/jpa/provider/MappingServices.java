package io.keelson.ee.jpa.provider;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.jspecify.annotations.Nullable;

/**
 * Shows {@link GenericIdentifiers} as a service to the server's Hibernate. A file among the services of the server would be seen by a
 * Hibernate of the application too, which has another interface.
 */
final class MappingServices extends ClassLoader {
    private static final String SERVICE = "META-INF/services/" + AdditionalMappingContributor.class.getName();
    private static final String FILE = "/META-INF/keelson/mapping-contributors";

    MappingServices() {
        super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.equals(GenericIdentifiers.class.getName())) {
            return GenericIdentifiers.class;
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return name.equals(SERVICE) ? file() : null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return name.equals(SERVICE) ? Collections.enumeration(List.of(file())) : Collections.emptyEnumeration();
    }

    private static URL file() {
        return Objects.requireNonNull(MappingServices.class.getResource(FILE));
    }
}
