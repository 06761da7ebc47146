package samples;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Asks the service from whatever server the request has come to. */
@WebServlet("/value")
public class ValueServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        try {
            Value value = (Value) new InitialContext().lookup("ValueService");
            String add = request.getParameter("add");
            response.getWriter()
                    .print(add != null
                            ? value.add(Integer.parseInt(add))
                            : "Hello " + request.getParameter("name") + ", my value is " + value.value());
        } catch (NamingException e) {
            throw new ServletException(e);
        }
    }
}
