package vault;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.shiro.SecurityUtils;
import org.apache.shiro.subject.Subject;

@WebServlet({"/vault", "/admin/vault", "/basic/vault"})
public class Vault extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Subject subject = SecurityUtils.getSubject();
        response.getWriter()
                .print(request.getRemoteUser() + " " + request.isUserInRole("admin") + " "
                        + subject.isPermitted("write:vault") + " " + subject.isAuthenticated());
    }
}
