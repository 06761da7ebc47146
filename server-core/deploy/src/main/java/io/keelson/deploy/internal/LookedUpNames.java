package io.keelson.deploy.internal;

import io.keelson.deploy.explain.Explanation.Lookup;
import io.keelson.deploy.explain.Explanation.Standing;
import io.keelson.deploy.spi.BoundNames;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.naming.OtherServersNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * The names that annotations and descriptors of a module ask for, and whether they are there. Reads the index and the descriptors; loads no
 * class. Confined to the deploying thread.
 */
final class LookedUpNames {
    /** The annotations whose elements are names that are looked up. */
    private static final Map<String, List<String>> LOOKUPS = Map.of(
            "jakarta.annotation.Resource", List.of("lookup", "mappedName"),
            "jakarta.ejb.EJB", List.of("lookup"),
            "jakarta.jms.JMSConnectionFactory", List.of("value"));

    private static final String MESSAGE_DRIVEN = "jakarta.ejb.MessageDriven";
    private static final Set<String> ACTIVATION =
            Set.of("destinationLookup", "destination", "connectionFactoryLookup", "destinationJndiName");

    /** The annotations that define a resource by {@code name}, each with one that holds several. */
    private static final List<String> DEFINITIONS = List.of(
            "jakarta.annotation.sql.DataSourceDefinition",
            "jakarta.jms.JMSConnectionFactoryDefinition",
            "jakarta.jms.JMSDestinationDefinition",
            "jakarta.mail.MailSessionDefinition",
            "jakarta.resource.ConnectionFactoryDefinition",
            "jakarta.resource.AdministeredObjectDefinition",
            "jakarta.enterprise.concurrent.ManagedExecutorDefinition",
            "jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition",
            "jakarta.enterprise.concurrent.ManagedThreadFactoryDefinition",
            "jakarta.enterprise.concurrent.ContextServiceDefinition");

    private static final List<String> DESCRIPTORS = List.of(
            "WEB-INF/web.xml",
            "WEB-INF/ejb-jar.xml",
            "META-INF/ejb-jar.xml",
            "META-INF/persistence.xml",
            "WEB-INF/classes/META-INF/persistence.xml");

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern ELEMENT = Pattern.compile(
            "<(?:\\w+:)?(lookup-name|(?:non-)?jta-data-source|(?:data-source|jms-destination|jms-connection-factory|mail-session)>\\s*"
                    + "(?:<description>[^<]*</description>\\s*)?<name)\\s*>\\s*([^<]+?)\\s*</");

    private static final List<String> OF_APPLICATION = List.of("java:comp/env/", "java:module/", "java:app/");
    private static final String OF_COMPONENT = "java:comp/";
    private static final String GLOBAL = "java:global/";

    private final BoundNames bound;
    private final String application;
    private final Set<String> defined = new HashSet<>();

    /** By name, the class or file that asks for it. */
    private final Map<String, String> asked = new TreeMap<>();

    private LookedUpNames(BoundNames bound, String application) {
        this.bound = bound;
        this.application = application;
    }

    /** Returns the names of a module; none where the server has nobody who knows its names. */
    static List<Lookup> of(RunningDeployment module, List<RunningDeployment> all) throws DeploymentException {
        Optional<BoundNames> bound = module.attachment(BoundNames.class);
        if (bound.isEmpty()) {
            return List.of();
        }
        LookedUpNames names = new LookedUpNames(bound.get(), module.application());
        for (RunningDeployment each : all) {
            names.define(each.index());
            names.read(each, false);
        }
        names.ask(module.indexOfClasses());
        names.read(module, true);
        List<Lookup> lookups = new ArrayList<>();
        for (Map.Entry<String, String> each : names.asked.entrySet()) {
            Standing standing = names.standing(each.getKey());
            lookups.add(new Lookup(each.getKey(), each.getValue(), standing, names.detail(each.getKey(), standing)));
        }
        return lookups;
    }

    // ---- what is asked for and defined -----------------------------------------------------------------------------

    private void ask(IndexView index) {
        LOOKUPS.forEach((annotation, elements) -> {
            for (AnnotationInstance each : index.getAnnotations(DotName.createSimple(annotation))) {
                elements.forEach(element -> ask(text(each, element), each));
            }
        });
        for (AnnotationInstance bean : index.getAnnotations(DotName.createSimple(MESSAGE_DRIVEN))) {
            AnnotationValue properties = bean.value("activationConfig");
            if (properties != null) {
                for (AnnotationInstance property : properties.asNestedArray()) {
                    if (ACTIVATION.contains(text(property, "propertyName"))) {
                        ask(text(property, "propertyValue"), bean);
                    }
                }
            }
            ask(text(bean, "mappedName"), bean);
        }
    }

    private void ask(String name, AnnotationInstance by) {
        if (!name.isEmpty() && isName(name)) {
            asked.putIfAbsent(name, className(by.target()));
        }
    }

    private static String className(AnnotationTarget target) {
        return switch (target.kind()) {
            case CLASS -> target.asClass().name().toString();
            case FIELD -> target.asField().declaringClass().name().toString();
            case METHOD -> target.asMethod().declaringClass().name().toString();
            case METHOD_PARAMETER ->
                target.asMethodParameter().method().declaringClass().name().toString();
            default -> target.toString();
        };
    }

    private static String text(AnnotationInstance annotation, String element) {
        AnnotationValue value = annotation.value(element);
        return value == null ? "" : value.asString();
    }

    private void define(IndexView index) {
        for (String annotation : DEFINITIONS) {
            for (AnnotationInstance each : index.getAnnotations(DotName.createSimple(annotation))) {
                define(text(each, "name"));
            }
            for (String several : List.of(annotation + "s", annotation + "$List")) {
                for (AnnotationInstance each : index.getAnnotations(DotName.createSimple(several))) {
                    for (AnnotationInstance one : each.value().asNestedArray()) {
                        define(text(one, "name"));
                    }
                }
            }
        }
    }

    private void define(String name) {
        defined.add(name.startsWith("java:") ? name : "java:comp/env/" + name);
    }

    private void read(RunningDeployment module, boolean asks) throws DeploymentException {
        for (String descriptor : DESCRIPTORS) {
            Path file = module.archive().file(descriptor).orElse(null);
            if (file == null) {
                continue;
            }
            String text;
            try {
                text = COMMENT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .replaceAll("");
            } catch (IOException e) {
                throw new DeploymentException(descriptor + " cannot be read: " + e.getMessage(), e);
            }
            Matcher element = ELEMENT.matcher(text);
            while (element.find()) {
                boolean definition =
                        element.group(1).endsWith("name") && !element.group(1).equals("lookup-name");
                if (definition) {
                    define(element.group(2));
                } else if (asks && isName(element.group(2))) {
                    asked.putIfAbsent(element.group(2), descriptor);
                }
            }
        }
    }

    /** A URL, or a name that another scheme has, is not looked up here. */
    private static boolean isName(String name) {
        return name.startsWith("java:") || name.indexOf(':') < 0;
    }

    // ---- what it leads to ------------------------------------------------------------------------------------------

    private Standing standing(String name) {
        if (defined.contains(name) || OF_APPLICATION.stream().anyMatch(name::startsWith)) {
            return Standing.OWN;
        }
        if (isBound(name)) {
            return Standing.BOUND;
        }
        if (name.startsWith(OF_COMPONENT) || name.startsWith(GLOBAL + application + "/")) {
            return Standing.OWN;
        }
        return bound.translates() && translation(name) != null ? Standing.TRANSLATED : Standing.MISSING;
    }

    private boolean isBound(String name) {
        return bound.beside(name).contains(last(name));
    }

    private static String last(String name) {
        return name.substring(Math.max(name.lastIndexOf('/'), name.startsWith("java:") ? "java".length() : -1) + 1);
    }

    private @Nullable String translation(String name) {
        return OtherServersNames.meant(name).stream()
                .filter(meant -> isBound(meant) || defined.contains(meant))
                .findFirst()
                .orElse(null);
    }

    private String detail(String name, Standing standing) {
        if (standing == Standing.TRANSLATED) {
            return String.valueOf(translation(name));
        }
        if (standing != Standing.MISSING) {
            return "";
        }
        Set<String> beside = bound.beside(name);
        String nearest = NearestName.of(last(name), beside);
        return nearest == null
                ? ""
                : name.substring(0, name.length() - last(name).length()) + nearest;
    }
}
