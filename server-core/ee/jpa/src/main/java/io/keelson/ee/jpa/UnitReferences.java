package io.keelson.ee.jpa;

import io.keelson.deploy.spi.DeploymentException;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import java.util.List;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Looks at the references to units by annotations before the application starts, so that a wrong one fails the deployment and not the
 * first request.
 *
 * <p>Specification: Persistence 3.2, 10.5 Annotations for Container-managed Entity Managers and Factories.
 */
final class UnitReferences {
    private static final List<DotName> ANNOTATIONS =
            List.of(DotName.createSimple(PersistenceContext.class), DotName.createSimple(PersistenceUnit.class));

    private UnitReferences() {}

    /**
     * Checks the references of a module.
     *
     * @param own the module's own classes, in which each reference must lead to a unit
     * @param all its classes and libraries; a library may have references that it uses elsewhere
     */
    static void check(ManagedUnits units, IndexView own, IndexView all) throws DeploymentException {
        for (DotName annotation : ANNOTATIONS) {
            for (AnnotationInstance instance : own.getAnnotations(annotation)) {
                units.referred(unitName(instance), place(instance, all));
            }
            for (AnnotationInstance instance : all.getAnnotations(annotation)) {
                units.perhapsReferred(unitName(instance));
            }
        }
    }

    private static String unitName(AnnotationInstance instance) {
        AnnotationValue value = instance.value("unitName");
        return value == null ? "" : value.asString();
    }

    private static String place(AnnotationInstance instance, IndexView all) {
        AnnotationTarget target = instance.target();
        String annotation = "@" + instance.name().withoutPackagePrefix() + " on ";
        return switch (target.kind()) {
            case FIELD -> {
                String repository = Repositories.of(target.asField().declaringClass(), all);
                yield repository == null
                        ? annotation + "field '" + target.asField().name() + "' of class "
                                + target.asField().declaringClass().name()
                        : "the repository " + repository + ", whose dataStore is the unitName,";
            }
            case METHOD ->
                annotation + "method '" + target.asMethod().name() + "' of class "
                        + target.asMethod().declaringClass().name();
            case CLASS -> annotation + "class " + target.asClass().name();
            default -> annotation + target;
        };
    }
}
