package caching;

import io.keelson.api.cache.Cache;
import jakarta.annotation.Resource;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Answers with the value that the cache demo has for the path, and puts the parameter {@code value} before where there is one. */
@WebServlet("/*")
public class CachingServlet extends HttpServlet {
    @Resource(lookup = "cache/demo")
    private Cache<String> demo;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String key = request.getPathInfo().substring(1);
        String value = request.getParameter("value");
        if (value != null) {
            demo.put(key, value, Duration.ofMinutes(5));
        }
        response.setContentType("text/plain");
        response.setCharacterEncoding("UTF-8");
        response.getOutputStream().write(String.valueOf(demo.get(key)).getBytes(StandardCharsets.UTF_8));
    }
}
