package io.keelson.deploy.plan;

import io.keelson.deploy.spi.DeploymentException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A deployment plan as it was written: in YAML, or in the XML of WebLogic's {@code plan.xml}. Immutable.
 *
 * @param text as it was written; empty for none
 * @param planned what it says, in its order
 */
public record DeploymentPlan(String text, List<Planned> planned) {
    /** Says nothing. */
    public static final DeploymentPlan NONE = new DeploymentPlan("", List.of());

    /** Size that a plan may have, in bytes of UTF-8: it is a part of the configuration. */
    public static final int MOST_BYTES = 64 * 1024;

    private static final String APPLICATION = "META-INF/application.xml";

    private static final String WEBLOGIC_APPLICATION = "META-INF/weblogic-application.xml";

    /** The descriptors whose values a plan may give, with their root elements. */
    static final Map<String, String> DESCRIPTORS = descriptors();

    public DeploymentPlan {
        planned = List.copyOf(planned);
    }

    private static Map<String, String> descriptors() {
        Map<String, String> roots = new LinkedHashMap<>();
        roots.put("WEB-INF/web.xml", "web-app");
        roots.put("WEB-INF/weblogic.xml", "weblogic-web-app");
        roots.put(APPLICATION, "application");
        roots.put(WEBLOGIC_APPLICATION, "weblogic-application");
        for (String directory : List.of("META-INF/", "WEB-INF/")) {
            roots.put(directory + "ejb-jar.xml", "ejb-jar");
            roots.put(directory + "weblogic-ejb-jar.xml", "weblogic-ejb-jar");
            roots.put(directory + "weblogic-cmp-rdbms-jar.xml", "weblogic-rdbms-jar");
            roots.put(directory + "webservices.xml", "webservices");
        }
        roots.put("META-INF/persistence.xml", "persistence");
        roots.put("WEB-INF/classes/META-INF/persistence.xml", "persistence");
        roots.put("META-INF/ra.xml", "connector");
        roots.put("META-INF/weblogic-ra.xml", "weblogic-connector");
        return java.util.Collections.unmodifiableMap(roots);
    }

    /** Returns whether a descriptor belongs to the enterprise application, not to a module. */
    static boolean ofEnterprise(String descriptor) {
        return descriptor.equals(APPLICATION) || descriptor.equals(WEBLOGIC_APPLICATION);
    }

    /**
     * Reads a plan; in messages it is {@code plan.yaml} or {@code plan.xml}.
     *
     * @param text null, or empty: none
     * @throws DeploymentException with the place of everything that is wrong
     */
    public static DeploymentPlan read(@Nullable String text) throws DeploymentException {
        if (text == null || text.isBlank()) {
            return NONE;
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new DeploymentException("a deployment plan has at most " + MOST_BYTES + " bytes");
        }
        String start = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new DeploymentPlan(
                text, start.stripLeading().startsWith("<") ? WeblogicPlan.read(start) : YamlPlan.read(text));
    }

    /** Returns whether it says nothing. */
    public boolean isEmpty() {
        return planned.isEmpty();
    }

    /** Returns what it says of a descriptor of a module, or of the application itself. */
    List<Planned> of(@Nullable String module, String descriptor) {
        List<Planned> found = new ArrayList<>();
        for (Planned one : planned) {
            if (one.descriptor().equals(descriptor)
                    && (ofEnterprise(descriptor)
                            || one.module() == null && module == null
                            || one.module() != null && one.module().equals(module))) {
                found.add(one);
            }
        }
        return found;
    }

    /** Returns what is wrong about a descriptor's name; null where nothing is. */
    static @Nullable String wrongDescriptor(String descriptor) {
        return DESCRIPTORS.containsKey(descriptor)
                ? null
                : "'" + descriptor + "' is no descriptor that a plan can change; these are "
                        + String.join(", ", DESCRIPTORS.keySet());
    }

    /** Returns what is wrong about the root that a path names; null where nothing is. */
    static @Nullable String wrongRoot(String descriptor, PlanPath path) {
        String root = DESCRIPTORS.getOrDefault(descriptor, "");
        return path.root().isEmpty() || path.root().equals(root)
                ? null
                : "the path begins with '" + path.root() + "', and the root element of " + descriptor + " is '" + root
                        + "'";
    }
}
