package io.keelson.ee.soap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.service.model.OperationInfo;

/**
 * A page with a form for each operation of an endpoint, in development mode: a message to be completed and sent by the browser. Holds no
 * state.
 */
final class EndpointPage {
    private static final String SCRIPT = """
            document.querySelectorAll('form').forEach(form => form.addEventListener('submit', async event => {
              event.preventDefault();
              const answer = form.querySelector('output');
              answer.textContent = '...';
              const started = performance.now();
              try {
                const response = await fetch(location.pathname, {method: 'POST', body: form.elements.message.value,
                  headers: {'Content-Type': form.dataset.type, 'SOAPAction': '"' + form.dataset.action + '"'}});
                const text = await response.text();
                answer.textContent = response.status + ' in ' + Math.round(performance.now() - started) + ' ms\\n' + text;
              } catch (e) {
                answer.textContent = String(e);
              }
            }));
            """;

    private EndpointPage() {}

    static void write(EndpointInfo endpoint, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        StringBuilder page = new StringBuilder(4096);
        String title = text(endpoint.getService().getName().getLocalPart());
        page.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(title)
                .append("</title><style>body{font-family:sans-serif;margin:2em;max-width:60em}textarea{width:100%;"
                        + "font-family:monospace}output{display:block;white-space:pre-wrap;font-family:monospace}"
                        + "</style></head><body><h1>")
                .append(title)
                .append("</h1><p>Port ")
                .append(text(endpoint.getName().getLocalPart()))
                .append(" at <code>")
                .append(text(request.getRequestURL().toString()))
                .append("</code>; its description is <a href=\"?wsdl\">?wsdl</a>. This page is there in development"
                        + " mode only.</p>");
        boolean twelve =
                endpoint.getBinding() instanceof SoapBindingInfo soap && soap.getSoapVersion() instanceof Soap12;
        for (BindingOperationInfo each : endpoint.getBinding().getOperations()) {
            form(page, each.getOperationInfo(), twelve);
        }
        page.append("<script>").append(SCRIPT).append("</script></body></html>");
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter().write(page.toString());
    }

    private static void form(StringBuilder page, OperationInfo operation, boolean twelve) {
        String message = message(operation, twelve);
        page.append("<h2>")
                .append(text(operation.getName().getLocalPart()))
                .append("</h2><form data-action=\"\" data-type=\"")
                .append(twelve ? "application/soap+xml" : "text/xml")
                .append(";charset=UTF-8\"><label>Message<textarea name=\"message\" rows=\"")
                .append(message.lines().count() + 1)
                .append("\" spellcheck=\"false\">")
                .append(text(message))
                .append("</textarea></label><button>Call</button><output></output></form>");
    }

    private static String message(OperationInfo operation, boolean twelve) {
        String envelope =
                twelve ? "http://www.w3.org/2003/05/soap-envelope" : "http://schemas.xmlsoap.org/soap/envelope/";
        StringBuilder xml = new StringBuilder("<s:Envelope xmlns:s=\"" + envelope + "\"");
        OperationInfo unwrapped = operation.isUnwrappedCapable() ? operation.getUnwrappedOperation() : null;
        MessageInfo input = operation.getInput();
        List<MessagePartInfo> parts = input == null ? List.of() : input.getMessageParts();
        if (unwrapped != null && parts.size() == 1 && unwrapped.getInput() != null) {
            QName wrapper = parts.get(0).getConcreteName();
            xml.append(" xmlns:m=\"")
                    .append(text(wrapper.getNamespaceURI()))
                    .append("\">\n  <s:Body>\n    <m:")
                    .append(wrapper.getLocalPart())
                    .append(">\n");
            for (MessagePartInfo part : unwrapped.getInput().getMessageParts()) {
                QName name = part.getConcreteName();
                boolean qualified = name.getNamespaceURI().equals(wrapper.getNamespaceURI());
                element(xml, "      ", (qualified ? "m:" : "") + name.getLocalPart());
            }
            xml.append("    </m:").append(wrapper.getLocalPart()).append(">\n");
        } else {
            xml.append(">\n  <s:Body>\n");
            for (MessagePartInfo part : parts) {
                QName name = part.getConcreteName();
                xml.append("    <m:")
                        .append(name.getLocalPart())
                        .append(" xmlns:m=\"")
                        .append(text(name.getNamespaceURI()))
                        .append("\">?</m:")
                        .append(name.getLocalPart())
                        .append(">\n");
            }
        }
        return xml.append("  </s:Body>\n</s:Envelope>").toString();
    }

    private static void element(StringBuilder xml, String indent, String name) {
        xml.append(indent).append('<').append(name).append(">?</").append(name).append(">\n");
    }

    private static String text(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
