package io.keelson.ee.microprofile.shop;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperties;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Writes what was injected. */
@WebServlet("/config/*")
public class ConfigServlet extends HttpServlet {
    @Inject
    Config config;

    @Inject
    @ConfigProperty(name = "shop.name")
    String name;

    @Inject
    @ConfigProperty(name = "shop.absent", defaultValue = "12")
    int defaulted;

    @Inject
    @ConfigProperty(name = "shop.absent")
    Optional<String> absent;

    @Inject
    @ConfigProperty(name = "shop.sizes")
    List<Integer> sizes;

    @Inject
    @ConfigProperty(name = "shop.colour")
    Colour colour;

    @Inject
    @ConfigProperty(name = "keelson.test.changing", defaultValue = "before")
    Provider<String> changing;

    @Inject
    @ConfigProperties
    Settings settings;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if ("/remember".equals(request.getPathInfo())) {
            System.getProperties()
                    .put("keelson.test.loader", new WeakReference<>(getClass().getClassLoader()));
        }
        response.getWriter()
                .write(String.join(
                        "|",
                        name,
                        String.valueOf(defaulted),
                        absent.orElse("none"),
                        sizes.toString(),
                        colour.name(),
                        changing.get(),
                        settings.name + settings.limit,
                        config.getValue("shop.from", String.class),
                        ConfigProvider.getConfig().getValue("shop.name", String.class)));
    }
}
