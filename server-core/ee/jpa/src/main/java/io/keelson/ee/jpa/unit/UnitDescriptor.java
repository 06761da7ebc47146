package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.DescriptorNode.Place;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code persistence-unit} element as it is written. Immutable, thread-safe.
 *
 * <p>Specification: Persistence 3.2, 8.2.1 persistence.xml file.
 *
 * @param name the unit's name, not empty
 * @param place of the element
 * @param version of the schema, as {@code 3.2}
 * @param local true for {@code RESOURCE_LOCAL}; JTA is the default in a container
 * @param provider the provider's class; null: the default one
 * @param qualifiers class names of annotations, for its beans
 * @param scope the class name of the annotation for the entity manager bean; null: the default one
 * @param jtaDataSource its name; null where none is named
 * @param nonJtaDataSource its name; null where none is named
 * @param mappingFiles resources, in order
 * @param jarFiles paths relative to the unit's root, in order
 * @param classes class names, in order
 * @param excludeUnlisted true if the classes of the root are managed only where they are listed
 * @param cache the shared cache mode
 * @param validation the validation mode
 * @param properties in the order in which they are written
 */
public record UnitDescriptor(
        String name,
        Place place,
        String version,
        boolean local,
        @Nullable Said provider,
        List<Said> qualifiers,
        @Nullable Said scope,
        @Nullable Said jtaDataSource,
        @Nullable Said nonJtaDataSource,
        List<Said> mappingFiles,
        List<Said> jarFiles,
        List<Said> classes,
        boolean excludeUnlisted,
        SharedCacheMode cache,
        ValidationMode validation,
        Map<String, String> properties) {

    /** A text of the descriptor with its place. */
    public record Said(String text, Place place) {
        /** The file and line, for messages. */
        public String where() {
            return UnitDescriptor.where(place);
        }
    }

    /** Copies the collections. */
    public UnitDescriptor {
        qualifiers = List.copyOf(qualifiers);
        mappingFiles = List.copyOf(mappingFiles);
        jarFiles = List.copyOf(jarFiles);
        classes = List.copyOf(classes);
    }

    /** The file and line of the element, for messages. */
    public String where() {
        return where(place);
    }

    static String where(Place place) {
        return place.line() == 0 ? place.file() : place.file() + ":" + place.line();
    }
}
