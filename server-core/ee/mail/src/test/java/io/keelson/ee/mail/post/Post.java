package io.keelson.ee.mail.post;

import jakarta.annotation.Resource;
import jakarta.mail.Folder;
import jakarta.mail.MailSessionDefinition;
import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.naming.InitialContext;

@MailSessionDefinition(
        name = "java:app/mail/post",
        host = "127.0.0.1",
        user = "ada",
        password = "secret",
        from = "ada@example.org",
        storeProtocol = "imap",
        transportProtocol = "smtp",
        properties = {"mail.smtp.port=25", "mail.smtp.timeout=10000"})
@WebServlet("/post")
public class Post extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:app/mail/post")
    private Session session;

    @Resource(name = "mail/reference")
    private Session reference;

    @Resource(name = "mail/shop")
    private Session ofDomain;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getParameter("what"), request.getParameter("port")));
        } catch (Exception e) {
            response.getWriter().print(e);
        }
    }

    private String answer(String what, String port) throws Exception {
        return switch (what) {
            case "send" -> {
                session.getProperties().setProperty("mail.smtp.port", port);
                MimeMessage message = new MimeMessage(session);
                message.setFrom(); // that of the definition
                message.setRecipient(Message.RecipientType.TO, new InternetAddress("grace@example.org"));
                message.setSubject("news");
                MimeBodyPart text = new MimeBodyPart();
                text.setText("two parts", "utf-8");
                MimeBodyPart file = new MimeBodyPart();
                file.setText("a,b", "utf-8", "csv");
                file.setFileName("table.csv");
                message.setContent(new MimeMultipart(text, file));
                Transport.send(message);
                yield message.getFrom()[0].toString();
            }
            case "read" -> {
                session.getProperties().setProperty("mail.imap.port", port);
                try (Store store = session.getStore()) {
                    store.connect();
                    try (Folder inbox = store.getFolder("INBOX")) {
                        inbox.open(Folder.READ_ONLY);
                        MimeMultipart parts =
                                (MimeMultipart) inbox.getMessage(1).getContent();
                        yield inbox.getMessage(1).getSubject() + ": "
                                + parts.getBodyPart(0).getContent() + ", "
                                + new String(
                                        parts.getBodyPart(1).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    }
                }
            }
            case "reference" ->
                reference.getProperty("mail.host") + " "
                        + (InitialContext.doLookup("java:comp/env/mail/reference") == reference);
            case "domain" -> {
                Session looked = InitialContext.doLookup("mail/shop");
                MimeMessage message = new MimeMessage(looked);
                message.setFrom();
                message.setRecipient(Message.RecipientType.TO, new InternetAddress("grace@example.org"));
                message.setSubject("of the domain");
                message.setText("text");
                Transport.send(message);
                yield message.getFrom()[0] + " " + ofDomain.getProperty("mail.host") + " "
                        + looked.getProperty("mail.smtp.auth") + " " + (looked == ofDomain);
            }
            default -> {
                System.getProperties()
                        .put("keelson.test.loader", new java.lang.ref.WeakReference<>(Post.class.getClassLoader()));
                yield "remembered";
            }
        };
    }
}
