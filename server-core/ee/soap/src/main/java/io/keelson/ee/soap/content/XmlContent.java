package io.keelson.ee.soap.content;

import jakarta.activation.ActivationDataFlavor;
import jakarta.activation.DataContentHandler;
import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/**
 * Reads and writes attachments that are XML. SAAJ has a handler, but tells it to the first application alone that has an attachment.
 *
 * <p>Specification: SOAP with Attachments 3.0, AttachmentPart: {@code text/xml} and {@code application/xml} are a {@code StreamSource}.
 */
public final class XmlContent implements DataContentHandler {
    @Override
    public ActivationDataFlavor[] getTransferDataFlavors() {
        return new ActivationDataFlavor[] {
            new ActivationDataFlavor(StreamSource.class, "text/xml", "XML"),
            new ActivationDataFlavor(StreamSource.class, "application/xml", "XML")
        };
    }

    @Override
    public Object getTransferData(ActivationDataFlavor flavor, DataSource source) throws IOException {
        return getContent(source);
    }

    @Override
    public Object getContent(DataSource source) throws IOException {
        return new StreamSource(source.getInputStream());
    }

    @Override
    public void writeTo(Object content, String type, OutputStream out) throws IOException {
        if (content instanceof String text) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } else if (content instanceof DataSource source) {
            try (InputStream in = source.getInputStream()) {
                in.transferTo(out);
            }
        } else if (content instanceof Source source) {
            write(source, out);
        } else {
            throw new IOException("the content of an attachment of the type " + type
                    + " has to be a Source, a DataSource or a String; it is a "
                    + content.getClass().getName());
        }
    }

    private static void write(Source source, OutputStream out) throws IOException {
        try {
            TransformerFactory factory = TransformerFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.newTransformer().transform(source, new StreamResult(out));
        } catch (TransformerException e) {
            throw new IOException("the content of an attachment cannot be written as XML: " + e.getMessage(), e);
        }
    }
}
