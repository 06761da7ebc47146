package io.keelson.kernel.naming;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits what the code of a component sees of the {@code java:} names that its module has. Injection, which the server does on its
 * behalf, sees all of them. Thread-safe.
 *
 * @param guards by the name below {@code java:comp}; they may change
 * @param hidden names below {@code java:comp} that belong to other components of the module, as {@code env/jdbc/orders}
 */
record Sight(Map<String, DefaultGuard> guards, Set<String> hidden) {
    /**
     * Returns the reason for which a name is not seen; null where it is.
     *
     * @param path of the whole space, as {@code comp/UserTransaction}
     */
    @Nullable
    String refusal(Path path) {
        if (path.size() < 2) {
            return null;
        }
        String space = path.part(0);
        boolean component = space.equals("comp");
        if (path.size() == 2 && (component || space.equals("module"))) {
            DefaultGuard guard = guards.get(path.part(1));
            String reason = guard == null ? null : guard.refusal();
            if (reason != null) {
                return reason;
            }
        }
        return component && !hidden.isEmpty() && hidden.contains(path.from(1).toString())
                ? "it is declared by another component of the module"
                : null;
    }
}
