package io.keelson.servlet.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class RestrictedContextTest {
    private final ServletContext context = RestrictedContext.of((ServletContext) Proxy.newProxyInstance(
            RestrictedContextTest.class.getClassLoader(),
            new Class<?>[] {ServletContext.class},
            (proxy, method, arguments) -> method.getReturnType() == int.class ? 6 : null));

    /** The API's javadoc names the methods that such a listener may not call. */
    @Test
    void nothingIsRegisteredOrConfigured() {
        assertThatThrownBy(() -> context.addServlet("s", HttpServlet.class))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("ServletContext.addServlet");
        assertThatThrownBy(() -> context.getServletRegistrations()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> context.setInitParameter("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> context.setSessionTimeout(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> context.setResponseCharacterEncoding("UTF-8"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void whatIsOnlyLookedAtIsAnswered() {
        assertThat(context.getEffectiveMajorVersion()).isEqualTo(6);
        assertThat(context.getEffectiveMinorVersion()).isEqualTo(6);
        assertThat(context.getSessionTimeout()).isEqualTo(6);
        assertThat(context.getClassLoader()).isNull();
        assertThat(context.getDefaultSessionTrackingModes()).isNull();
        assertThat(context.getEffectiveSessionTrackingModes()).isNull();
        assertThat(context.getResponseCharacterEncoding()).isNull();
    }
}
