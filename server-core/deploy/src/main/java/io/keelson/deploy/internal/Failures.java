package io.keelson.deploy.internal;

import io.keelson.deploy.spi.DeploymentException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns what an application's code throws into a message that says what is missing or wrong, and what that means. */
final class Failures {
    /** Beginnings of class names, and who has such classes. The longest that fits counts; order is from special to general. */
    private static final List<Map.Entry<String, String>> OWNERS = List.of(
            Map.entry(
                    "javax.",
                    "the application is made for Java EE 8 or older (javax.*); this server has Jakarta EE (jakarta.*)"),
            Map.entry(
                    "jakarta.",
                    "this server does not have that part of Jakarta EE; the application may bring it in WEB-INF/lib"),
            Map.entry(
                    "org.eclipse.jetty.", "the application is made to run inside Jetty, or lacks one of its libraries"),
            Map.entry("org.apache.catalina.", "the application is made to run inside Tomcat"),
            Map.entry("org.apache.tomcat.", "the application is made to run inside Tomcat"),
            Map.entry("io.undertow.", "the application is made to run inside Undertow or WildFly"),
            Map.entry("org.jboss.as.", "the application is made to run inside WildFly or JBoss EAP"),
            Map.entry("org.wildfly.", "the application is made to run inside WildFly"),
            Map.entry("weblogic.", "the application is made to run inside WebLogic"),
            Map.entry("com.ibm.", "the application is made to run inside WebSphere or on IBM's Java"),
            Map.entry(
                    "org.glassfish.",
                    "the application is made to run inside GlassFish, or lacks one of its libraries"));

    private Failures() {}

    /**
     * One exception for what a phase threw.
     *
     * @param phase what was being done, as {@code start of contributor 'web'}
     */
    static DeploymentException explain(String phase, Throwable thrown) {
        if (thrown instanceof DeploymentException told) {
            Optional<String> missing = missing(told.getCause());
            String message = String.valueOf(told.getMessage());
            return missing.isEmpty() || message.contains(missing.get())
                    ? told
                    : new DeploymentException(withoutCause(message, told.getCause()) + ": " + missing.get(), told);
        }
        String reason = missing(thrown).or(() -> newer(thrown)).orElseGet(() -> root(thrown));
        return new DeploymentException(phase + " failed: " + reason, thrown);
    }

    /** The message without the cause at its end, which says less than what will stand there. */
    private static String withoutCause(String message, @Nullable Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (message.endsWith(": " + t)) {
                return message.substring(0, message.length() - t.toString().length() - 2);
            }
        }
        return message;
    }

    /** The class that is missing, where that is the reason. */
    private static Optional<String> missing(@Nullable Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            boolean names = t instanceof ClassNotFoundException || t instanceof NoClassDefFoundError;
            String message = t.getMessage();
            boolean initialised = message != null && message.startsWith("Could not initialize class");
            if (names && message != null && !initialised && !deeper(t)) {
                return Optional.of("the class " + nameOf(message) + " is missing: " + meaning(nameOf(message)));
            }
        }
        return Optional.empty();
    }

    private static boolean deeper(Throwable t) {
        return t.getCause() != null && missing(t.getCause()).isPresent();
    }

    private static String nameOf(String message) {
        String first = message.strip().split("[\\s(]", 2)[0];
        return first.replace('/', '.').replaceAll("^L|;$", "");
    }

    private static String meaning(String className) {
        return OWNERS.stream()
                .filter(owner -> className.startsWith(owner.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("neither the application nor this server has it; put its library into WEB-INF/lib");
    }

    private static Optional<String> newer(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof UnsupportedClassVersionError) {
                return Optional.of("a class is made for a newer Java than "
                        + Runtime.version().feature() + ", on which this server runs: " + t.getMessage());
            }
        }
        return Optional.empty();
    }

    private static String root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = root.toString();
        StackTraceElement[] trace = root.getStackTrace();
        return trace.length == 0 ? text : text + " (at " + trace[0] + ")";
    }
}
