package io.keelson.ee.jpa.unit;

import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jboss.jandex.IndexView;

/**
 * The root of a persistence unit: the directory of classes or the jar whose {@code META-INF} has the descriptor.
 *
 * <p>Specification: Persistence 3.2, 8.2 Persistence Unit Packaging.
 *
 * @param path relative to the module, with {@code /}: {@code WEB-INF/classes}, {@code WEB-INF/lib/shop.jar}, {@code ../lib/model.jar};
 *     empty for a module whose classes lie at its root
 * @param url of the directory or jar
 * @param indexed the annotations of its classes
 * @param shared true if all modules of an enterprise application see its units
 * @param resources tells by its path if the root has a resource
 */
record UnitRoot(String path, URL url, Supplier<IndexView> indexed, boolean shared, Predicate<String> resources) {
    static final String DESCRIPTOR = "META-INF/persistence.xml";

    /** The annotations of its classes. */
    IndexView index() {
        return indexed.get();
    }

    /** The file of its descriptor, for messages. */
    String descriptor() {
        return path.isEmpty() ? DESCRIPTOR : path + (path.endsWith(".jar") ? "!" : "/") + DESCRIPTOR;
    }

    /** The paths at which a {@code jar-file} may lie, the specification's own first. */
    List<String> candidates(String jarFile) {
        int slash = path.lastIndexOf('/');
        String beside = slash < 0 ? "" : path.substring(0, slash + 1);
        String within = path.isEmpty() || path.endsWith(".jar") ? beside : path + "/";
        return List.of(normal(within + jarFile), normal(beside + jarFile), normal(jarFile));
    }

    /** The path with steps up taken out where they can be: they are left only at its beginning. */
    static String normal(String path) {
        Deque<String> steps = new ArrayDeque<>();
        for (String step : path.split("/", -1)) {
            boolean up =
                    step.equals("..") && !steps.isEmpty() && !steps.getLast().equals("..");
            if (up) {
                steps.removeLast();
            } else if (!step.isEmpty() && !step.equals(".")) {
                steps.addLast(step);
            }
        }
        return String.join("/", steps);
    }
}
