<%@ page isErrorPage="true" contentType="text/html; charset=UTF-8" %>
<p>sorry: ${pageContext.errorData.statusCode} at ${pageContext.errorData.requestURI}</p>
