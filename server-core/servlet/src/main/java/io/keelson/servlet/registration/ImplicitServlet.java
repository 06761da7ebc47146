package io.keelson.servlet.registration;

import jakarta.servlet.Servlet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A servlet that the container brings: files, pages. It yields to what the application declares,
 * but for patterns that are its own.
 *
 * <p>Specification: Servlet 6.1, 12.2.1 Implicit Mappings.
 *
 * @param instance the servlet; null where {@code type} is to be made for the application
 * @param patterns what it is mapped to where the application has no servlet for it
 * @param own what it is mapped to whatever the application has for it: the patterns of groups of pages (Pages 4.0, 3.3.2)
 */
public record ImplicitServlet(
        String name,
        @Nullable Servlet instance,
        @Nullable Class<? extends Servlet> type,
        List<String> patterns,
        List<String> own,
        Map<String, String> initParameters,
        @Nullable Integer loadOnStartup) {}
