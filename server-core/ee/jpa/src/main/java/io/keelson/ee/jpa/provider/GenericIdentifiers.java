package io.keelson.ee.jpa.provider;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import java.util.UUID;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.id.uuid.UuidGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.models.spi.ClassDetails;
import org.hibernate.models.spi.MemberDetails;
import org.hibernate.models.spi.TypeDetails;

/**
 * Generators of UUIDs for identifiers that a superclass declares with a type variable. Hibernate takes the bound of the variable for the
 * type, and refuses it.
 *
 * <p>Specification: Persistence 3.2, 11.1.20 GeneratedValue Annotation.
 */
public final class GenericIdentifiers implements AdditionalMappingContributor {
    /** Made by Hibernate, as a service. */
    public GenericIdentifiers() {}

    @Override
    public void contribute(
            AdditionalMappingContributions contributions,
            InFlightMetadataCollector metadata,
            ResourceStreamLocator resources,
            MetadataBuildingContext context) {
        for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
            Property identifier = entity instanceof RootClass root ? root.getIdentifierProperty() : null;
            if (identifier != null
                    && identifier.getValue() instanceof SimpleValue value
                    && value.getMemberDetails() != null) {
                ClassDetails owner = metadata.getClassDetailsRegistry().getClassDetails(entity.getClassName());
                generate(value, value.getMemberDetails(), owner);
            }
        }
    }

    private static void generate(SimpleValue value, MemberDetails member, ClassDetails owner) {
        GeneratedValue generated = member.getDirectAnnotationUsage(GeneratedValue.class);
        if (generated == null
                || !generated.generator().isEmpty()
                || member.getType().getTypeKind() != TypeDetails.Kind.TYPE_VARIABLE) {
            return;
        }
        Class<?> type = member.resolveRelativeType(owner).determineRawClass().toJavaClass();
        boolean made = generated.strategy() == GenerationType.UUID && (type == UUID.class || type == String.class)
                || generated.strategy() == GenerationType.AUTO && type == UUID.class;
        if (made) {
            value.setCustomIdGeneratorCreator(creation -> new UuidGenerator(type));
        }
    }
}
