package io.keelson.muxer;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Leaves out the end of a test class of Netty's, which shuts down executors in its static fields: the same class runs for
 * another muxer in this JVM at the same time, or is still to run. Without this a handler of that other one was not told
 * of what it had asked for, and its test waited for ever. The threads end with the JVM.
 */
final class ExecutorsLive implements InvocationInterceptor {
    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> end, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        end.skip();
    }
}
