package menu;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.WebContext;
import org.thymeleaf.templateresolver.WebApplicationTemplateResolver;
import org.thymeleaf.web.servlet.JakartaServletWebApplication;

@WebServlet("/menu")
public class Menu extends HttpServlet {
    private final TemplateEngine engine = new TemplateEngine();
    private JakartaServletWebApplication application;

    @Override
    public void init() {
        application = JakartaServletWebApplication.buildApplication(getServletContext());
        WebApplicationTemplateResolver resolver = new WebApplicationTemplateResolver(application);
        resolver.setPrefix("/WEB-INF/templates/");
        resolver.setSuffix(".html");
        resolver.setCharacterEncoding("UTF-8");
        engine.setTemplateResolver(resolver);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.getSession().setAttribute("guest", request.getParameter("guest"));
        response.setContentType("text/html;charset=UTF-8");
        WebContext context = new WebContext(application.buildExchange(request, response), Locale.GERMAN);
        context.setVariable("dishes", List.of("Käse & Brot", "<Suppe>"));
        engine.process("menu", context, response.getWriter());
    }
}
