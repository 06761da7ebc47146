package io.keelson.deploy.internal;

import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.InaccessibleObjectException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Pattern of the JDK's message about a member that may not be made accessible. */
    private static final Pattern CLOSED = Pattern.compile("module (\\S+) does not \"opens (\\S+)\" to");

    private Failures() {}

    /**
     * One exception for what a phase threw.
     *
     * @param phase what was being done, as {@code start of contributor 'web'}
     */
    static DeploymentException explain(String phase, Throwable thrown) {
        if (thrown instanceof DeploymentException told) {
            Throwable cause = told.getCause();
            Optional<String> known = missing(cause).or(() -> closed(cause));
            String message = String.valueOf(told.getMessage());
            return known.isEmpty() || message.contains(known.get())
                    ? told
                    : new DeploymentException(withoutCause(message, cause) + ": " + known.get(), told);
        }
        String reason =
                missing(thrown).or(() -> newer(thrown)).or(() -> closed(thrown)).orElseGet(() -> root(thrown));
        return new DeploymentException(phase + " failed: " + reason, thrown);
    }

    /** The reason why something was refused: the cause first, then what failed on the way back, each once. */
    static String reason(Exception refused) {
        Set<String> all = new LinkedHashSet<>();
        all.add(String.valueOf(refused.getMessage()));
        for (Throwable t = refused; t != null; t = t.getCause() == t ? null : t.getCause()) {
            for (Throwable besides : t.getSuppressed()) {
                if (besides instanceof DeploymentException) {
                    all.add(String.valueOf(besides.getMessage()));
                }
            }
        }
        return String.join("; ", all);
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

    /** The meaning of a missing class: for which server or version the application was made. */
    static String meaning(String className) {
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

    /** The package of the JDK that a library of old reaches into, where that is the reason. */
    private static Optional<String> closed(@Nullable Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            Matcher matcher = CLOSED.matcher(String.valueOf(t.getMessage()));
            if (t instanceof InaccessibleObjectException && matcher.find()) {
                String opened = matcher.group(1) + "/" + matcher.group(2);
                return Optional.of("one of its libraries reaches into " + matcher.group(2)
                        + " of the JDK, which is closed to it since Java 17; take a newer version of that library, or start the server with"
                        + " --add-opens=" + opened + "=ALL-UNNAMED in JAVA_OPTS");
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
