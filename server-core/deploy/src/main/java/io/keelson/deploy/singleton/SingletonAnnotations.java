package io.keelson.deploy.singleton;

import io.keelson.api.cluster.ClusterSingleton;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Declaration;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/** Finds the classes of an application that {@link ClusterSingleton} makes services, without loading them. */
final class SingletonAnnotations {
    private static final DotName ANNOTATION = DotName.createSimple(ClusterSingleton.class.getName());

    private final WholeApplication application;
    private final List<Declared> found = new ArrayList<>();

    private SingletonAnnotations(WholeApplication application) {
        this.application = application;
    }

    /** Those of the shared libraries, which are called as the first module, then those of each module. */
    static List<Declared> of(WholeApplication application) throws DeploymentException {
        SingletonAnnotations annotations = new SingletonAnnotations(application);
        annotations.add(application.sharedIndex(), application.modules().get(0), "the shared libraries");
        for (Deployment module : application.modules()) {
            String of = application.modules().size() == 1 ? "" : " of " + module.name();
            annotations.add(module.indexOfClasses(), module, "WEB-INF/classes" + of);
            for (Archive.Library library : module.archive().libraries()) {
                annotations.add(module.index(library), module, "WEB-INF/lib/" + library.name() + of);
            }
        }
        return annotations.found;
    }

    private void add(IndexView index, Deployment module, String where) throws DeploymentException {
        for (AnnotationInstance each : index.getAnnotations(ANNOTATION)) {
            if (each.target().kind() == AnnotationTarget.Kind.CLASS) {
                String className = each.target().asClass().name().toString();
                String place = "@ClusterSingleton of " + className + " in " + where;
                try {
                    found.add(new Declared(declaration(each, className, module), module, place));
                } catch (IllegalArgumentException e) {
                    throw new DeploymentException(place + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private Declaration declaration(AnnotationInstance annotation, String className, Deployment module) {
        AnnotationValue name = annotation.value("name");
        return new Declaration(
                name == null ? "" : name.asString(), className, application.name(), module.name(), terms(annotation));
    }

    private static Terms terms(AnnotationInstance annotation) {
        Terms standard = Terms.STANDARD;
        AnnotationValue preferred = annotation.value("userPreferredServer");
        AnnotationValue candidates = annotation.value("constrainedCandidateServers");
        AnnotationValue failback = annotation.value("failback");
        return new Terms(
                Optional.ofNullable(preferred).map(AnnotationValue::asString).filter(server -> !server.isEmpty()),
                candidates == null ? List.of() : List.of(candidates.asStringArray()),
                number(annotation.value("additionalMigrationAttempts"), standard.additionalMigrationAttempts()),
                number(annotation.value("millisToSleepBetweenAttempts"), standard.millisToSleepBetweenAttempts()),
                failback != null && failback.asBoolean(),
                millis(annotation.value("activateTimeoutMillis"), standard.activateTimeout()),
                millis(annotation.value("deactivateTimeoutMillis"), standard.deactivateTimeout()));
    }

    private static int number(@Nullable AnnotationValue value, int otherwise) {
        return value == null ? otherwise : value.asInt();
    }

    private static Duration millis(@Nullable AnnotationValue value, Duration otherwise) {
        return value == null ? otherwise : Duration.ofMillis(value.asInt());
    }
}
