package io.keelson.ee.faces;

import jakarta.faces.component.UIViewRoot;
import java.lang.reflect.Field;

/**
 * Takes the lifecycle of an application out of {@link UIViewRoot}. The class keeps in a static field the first one that a view with phase
 * listeners has asked for, for all applications of the part; it has listeners of the application, and wrappers that its libraries made.
 * Stateless.
 */
final class SharedLifecycle {
    private SharedLifecycle() {}

    /** Forgets it, so that the next view asks for its own application's. Does not throw. */
    static void forget() {
        try {
            Field lifecycle = UIViewRoot.class.getDeclaredField("lifecycle");
            lifecycle.setAccessible(true);
            lifecycle.set(null, null);
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return; // another version of Faces
        }
    }
}
