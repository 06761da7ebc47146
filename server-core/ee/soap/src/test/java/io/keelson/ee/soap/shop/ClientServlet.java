package io.keelson.ee.soap.shop;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;

/** Calls endpoints. */
@WebServlet("/client/*")
public class ClientServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(call(request));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static Object call(HttpServletRequest request) throws Exception {
        String base = "http://127.0.0.1:" + request.getServerPort();
        switch (request.getPathInfo()) {
            case "/buy" -> {
                return shop(request).buy("pen", 2).getPrice();
            }
            case "/fault" -> {
                return shop(request).buy("moon", 1);
            }
            case "/who" -> {
                return shop(request).who();
            }
            case "/remember" -> {
                System.getProperties()
                        .put(
                                "keelson.test.loader",
                                new java.lang.ref.WeakReference<>(ClientServlet.class.getClassLoader()));
                return "remembered";
            }
            case "/mtom" -> {
                return shop(request).size(new DataHandler(new Bytes()));
            }
            case "/attachments" -> {
                return attachments();
            }
            default -> {
                return Service.create(new URL(base + "/hello/Hello?wsdl"), new QName("http://hello/", "HelloService"))
                        .getPort(Greetings.class)
                        .hello("ada");
            }
        }
    }

    /** Writes attachments of several types, reads one, and says what it got. */
    private static String attachments() throws Exception {
        SOAPMessage message = MessageFactory.newInstance().createMessage();
        AttachmentPart xml = message.createAttachmentPart();
        xml.setContent(new StreamSource(new StringReader("<menu/>")), "text/xml");
        message.addAttachmentPart(xml);
        message.addAttachmentPart(message.createAttachmentPart("caf\u00e9", "text/plain; charset=UTF-8"));
        message.saveChanges();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        message.writeTo(out);
        return out.toString(StandardCharsets.UTF_8).replace("\r\n", "|");
    }

    private static Shop shop(HttpServletRequest request) throws Exception {
        String base = "http://127.0.0.1:" + request.getServerPort();
        return Service.create(
                        new URL(base + request.getContextPath() + "/Shop?wsdl"), new QName("http://shop/", "Shop"))
                .getPort(new QName("http://shop/", "ShopPort"), Shop.class, new MTOMFeature());
    }

    private record Bytes() implements DataSource {
        @Override
        public java.io.InputStream getInputStream() {
            return new java.io.ByteArrayInputStream(new byte[50_000]);
        }

        @Override
        public java.io.OutputStream getOutputStream() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getContentType() {
            return "image/png";
        }

        @Override
        public String getName() {
            return "bytes";
        }
    }
}
